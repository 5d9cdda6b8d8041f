CREATE TRIGGER storage_follows_new_item_quantity_changes AFTER INSERT ON item_quantity_changes
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, payment_bytes = payment_bytes + 400
    + octet_length(concat(
      new.project_id, new.customer_type, new.customer_id, new.item_id, new.id, new.description, new.source,
      new.purchase_id, new.idempotency_key
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND new.source = 'request'
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_item_quantity_changes AFTER UPDATE OF
  customer_type, customer_id, item_id, id, description, source, purchase_id, idempotency_key
ON item_quantity_changes
WHEN octet_length(concat(
  new.customer_type, new.customer_id, new.item_id, new.id, new.description, new.source, new.purchase_id,
  new.idempotency_key
)) <> octet_length(concat(
  old.customer_type, old.customer_id, old.item_id, old.id, old.description, old.source, old.purchase_id,
  old.idempotency_key
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET payment_bytes = payment_bytes
    + octet_length(concat(
      new.customer_type, new.customer_id, new.item_id, new.id, new.description, new.source, new.purchase_id,
      new.idempotency_key
    ))
    - octet_length(concat(
      old.customer_type, old.customer_id, old.item_id, old.id, old.description, old.source, old.purchase_id,
      old.idempotency_key
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_item_quantity_changes AFTER DELETE ON item_quantity_changes
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, payment_bytes = payment_bytes - 400
    - octet_length(concat(
      old.project_id, old.customer_type, old.customer_id, old.item_id, old.id, old.description, old.source,
      old.purchase_id, old.idempotency_key
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_item_checkpoints AFTER INSERT ON item_checkpoints
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, payment_bytes = payment_bytes + 400
    + octet_length(concat(new.project_id, new.customer_type, new.customer_id, new.item_id, new.state))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_item_checkpoints AFTER UPDATE OF
  customer_type, customer_id, item_id, state
ON item_checkpoints
WHEN octet_length(concat(new.customer_type, new.customer_id, new.item_id, new.state))
  <> octet_length(concat(old.customer_type, old.customer_id, old.item_id, old.state))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET payment_bytes = payment_bytes
    + octet_length(concat(new.customer_type, new.customer_id, new.item_id, new.state))
    - octet_length(concat(old.customer_type, old.customer_id, old.item_id, old.state))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_item_checkpoints AFTER DELETE ON item_checkpoints
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, payment_bytes = payment_bytes - 400
    - octet_length(concat(old.project_id, old.customer_type, old.customer_id, old.item_id, old.state))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_subscriptions AFTER INSERT ON subscriptions
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, payment_bytes = payment_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.customer_type, new.customer_id, new.offer_id, new.offer, new.price_id,
      new.stripe_event_id, new.status, new.replaced_by, new.stripe_subscription_id
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND new.is_test
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_subscriptions AFTER UPDATE OF
  id, customer_type, customer_id, offer_id, offer, price_id, stripe_event_id, status, replaced_by,
  stripe_subscription_id
ON subscriptions
WHEN octet_length(concat(
  new.id, new.customer_type, new.customer_id, new.offer_id, new.offer, new.price_id, new.stripe_event_id, new.status,
  new.replaced_by, new.stripe_subscription_id
)) <> octet_length(concat(
  old.id, old.customer_type, old.customer_id, old.offer_id, old.offer, old.price_id, old.stripe_event_id, old.status,
  old.replaced_by, old.stripe_subscription_id
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET payment_bytes = payment_bytes
    + octet_length(concat(
      new.id, new.customer_type, new.customer_id, new.offer_id, new.offer, new.price_id, new.stripe_event_id,
      new.status, new.replaced_by, new.stripe_subscription_id
    ))
    - octet_length(concat(
      old.id, old.customer_type, old.customer_id, old.offer_id, old.offer, old.price_id, old.stripe_event_id,
      old.status, old.replaced_by, old.stripe_subscription_id
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_subscriptions AFTER DELETE ON subscriptions
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, payment_bytes = payment_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.customer_type, old.customer_id, old.offer_id, old.offer, old.price_id,
      old.stripe_event_id, old.status, old.replaced_by, old.stripe_subscription_id
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_one_time_purchases AFTER INSERT ON one_time_purchases
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, payment_bytes = payment_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.customer_type, new.customer_id, new.offer_id, new.offer, new.price_id,
      new.stripe_event_id, new.stripe_payment_intent_id
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND new.is_test
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_one_time_purchases AFTER UPDATE OF
  id, customer_type, customer_id, offer_id, offer, price_id, stripe_event_id, stripe_payment_intent_id
ON one_time_purchases
WHEN octet_length(concat(
  new.id, new.customer_type, new.customer_id, new.offer_id, new.offer, new.price_id, new.stripe_event_id,
  new.stripe_payment_intent_id
)) <> octet_length(concat(
  old.id, old.customer_type, old.customer_id, old.offer_id, old.offer, old.price_id, old.stripe_event_id,
  old.stripe_payment_intent_id
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET payment_bytes = payment_bytes
    + octet_length(concat(
      new.id, new.customer_type, new.customer_id, new.offer_id, new.offer, new.price_id, new.stripe_event_id,
      new.stripe_payment_intent_id
    ))
    - octet_length(concat(
      old.id, old.customer_type, old.customer_id, old.offer_id, old.offer, old.price_id, old.stripe_event_id,
      old.stripe_payment_intent_id
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_one_time_purchases AFTER DELETE ON one_time_purchases
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, payment_bytes = payment_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.customer_type, old.customer_id, old.offer_id, old.offer, old.price_id,
      old.stripe_event_id, old.stripe_payment_intent_id
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_started_purchases AFTER INSERT ON started_purchases
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, payment_bytes = payment_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.customer_type, new.customer_id, new.offer_id, new.offer, new.price_id, new.stripe_id,
      new.superseded_by, new.replaces
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
      OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota)));
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_started_purchases AFTER UPDATE OF
  id, customer_type, customer_id, offer_id, offer, price_id, stripe_id, superseded_by, replaces
ON started_purchases
WHEN octet_length(concat(
  new.id, new.customer_type, new.customer_id, new.offer_id, new.offer, new.price_id, new.stripe_id, new.superseded_by,
  new.replaces
)) <> octet_length(concat(
  old.id, old.customer_type, old.customer_id, old.offer_id, old.offer, old.price_id, old.stripe_id, old.superseded_by,
  old.replaces
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET payment_bytes = payment_bytes
    + octet_length(concat(
      new.id, new.customer_type, new.customer_id, new.offer_id, new.offer, new.price_id, new.stripe_id,
      new.superseded_by, new.replaces
    ))
    - octet_length(concat(
      old.id, old.customer_type, old.customer_id, old.offer_id, old.offer, old.price_id, old.stripe_id,
      old.superseded_by, old.replaces
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_started_purchases AFTER DELETE ON started_purchases
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, payment_bytes = payment_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.customer_type, old.customer_id, old.offer_id, old.offer, old.price_id, old.stripe_id,
      old.superseded_by, old.replaces
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_stripe_customers AFTER INSERT ON stripe_customers
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, payment_bytes = payment_bytes + 400
    + octet_length(concat(new.project_id, new.customer_type, new.customer_id, new.stripe_customer_id))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_stripe_customers AFTER UPDATE OF
  customer_type, customer_id, stripe_customer_id
ON stripe_customers
WHEN octet_length(concat(new.customer_type, new.customer_id, new.stripe_customer_id))
  <> octet_length(concat(old.customer_type, old.customer_id, old.stripe_customer_id))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET payment_bytes = payment_bytes
    + octet_length(concat(new.customer_type, new.customer_id, new.stripe_customer_id))
    - octet_length(concat(old.customer_type, old.customer_id, old.stripe_customer_id))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_stripe_customers AFTER DELETE ON stripe_customers
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, payment_bytes = payment_bytes - 400
    - octet_length(concat(old.project_id, old.customer_type, old.customer_id, old.stripe_customer_id))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_stripe_events AFTER INSERT ON stripe_events
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, payment_bytes = payment_bytes + 400
    + octet_length(concat(new.project_id, new.id, new.type, new.object_id))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_stripe_events AFTER UPDATE OF id, type, object_id ON stripe_events
WHEN octet_length(concat(new.id, new.type, new.object_id))
  <> octet_length(concat(old.id, old.type, old.object_id))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET payment_bytes = payment_bytes
    + octet_length(concat(new.id, new.type, new.object_id))
    - octet_length(concat(old.id, old.type, old.object_id))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_stripe_events AFTER DELETE ON stripe_events
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, payment_bytes = payment_bytes - 400
    - octet_length(concat(old.project_id, old.id, old.type, old.object_id))
  WHERE project_id = old.project_id;
END;
