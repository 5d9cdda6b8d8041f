export { indexUsers, reindexUsers, searchExpression, searchName, userSearch } from "./search-index";
