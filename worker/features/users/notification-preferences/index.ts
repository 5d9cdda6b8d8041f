export { findCategory, type NotificationCategory, notificationCategories } from "./categories";
export { newUnsubscribeLink } from "./unsubscribe-code";
