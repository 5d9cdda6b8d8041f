// Each generator writes its document when it is imported.
import "./docs/errors";
import "./docs/openapi";
