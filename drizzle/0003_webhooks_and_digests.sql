-- An event goes to the endpoints that take its type in the transaction that records it. The subject holds the ids of
-- its object, whose events are sent in their order.
CREATE TRIGGER webhook_deliveries_follow_outbox AFTER INSERT ON outbox
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  INSERT INTO webhook_deliveries (
    project_id, endpoint_id, message_id, subject, created_at, status, next_attempt_at, expires_at
  )
  SELECT new.project_id, id, new.id,
    substr(new.type, 1, instr(new.type, '.') - 1) || '/' || coalesce(new.data ->> '$.team_id', '') || '/' ||
      coalesce(new.data ->> '$.user_id', '') || '/' || coalesce(new.data ->> '$.id', ''),
    new.created_at, 1, new.created_at, new.created_at + 2592000000
  FROM webhook_endpoints
  WHERE project_id = new.project_id AND disabled_at IS NULL
    AND (event_types IS NULL OR EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = new.type));
  UPDATE webhook_endpoints SET due_at = new.created_at
  WHERE project_id = new.project_id AND disabled_at IS NULL AND (due_at IS NULL OR due_at > new.created_at)
    AND (event_types IS NULL OR EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = new.type));
END;
--> statement-breakpoint
-- A digest is due a day after the first failure, and has those that followed.
CREATE TRIGGER failed_email_digests_follow_failures AFTER INSERT ON sent_emails
WHEN new.error IS NOT NULL AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  INSERT INTO failed_email_digests (project_id, due_at) VALUES (new.project_id, new.sent_at + 86400000)
  ON CONFLICT DO NOTHING;
END;
