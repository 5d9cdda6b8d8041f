CREATE TRIGGER storage_follows_new_sessions AFTER INSERT ON sessions
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, sign_in_bytes = sign_in_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.user_id, new.refresh_token_hash, new.root_session_id, new.last_used_ip,
      new.last_used_user_agent
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_sessions AFTER UPDATE OF
  id, user_id, refresh_token_hash, root_session_id, last_used_ip, last_used_user_agent
ON sessions
WHEN octet_length(concat(
  new.id, new.user_id, new.refresh_token_hash, new.root_session_id, new.last_used_ip, new.last_used_user_agent
)) <> octet_length(concat(
  old.id, old.user_id, old.refresh_token_hash, old.root_session_id, old.last_used_ip, old.last_used_user_agent
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET sign_in_bytes = sign_in_bytes
    + octet_length(concat(
      new.id, new.user_id, new.refresh_token_hash, new.root_session_id, new.last_used_ip, new.last_used_user_agent
    ))
    - octet_length(concat(
      old.id, old.user_id, old.refresh_token_hash, old.root_session_id, old.last_used_ip, old.last_used_user_agent
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_sessions AFTER DELETE ON sessions
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, sign_in_bytes = sign_in_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.user_id, old.refresh_token_hash, old.root_session_id, old.last_used_ip,
      old.last_used_user_agent
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
-- Invitations and transfers, which last for days, are refused beyond the quota, and links to a purchase beyond twice
-- the quota. The other codes sign users in.
CREATE TRIGGER storage_follows_new_verification_codes AFTER INSERT ON verification_codes
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, sign_in_bytes = sign_in_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.kind, new.subject, new.user_id, new.code_hash, new.nonce_hash, new.payload
    ))
  WHERE project_id = new.project_id;
  SELECT RAISE(ABORT, 'gatehouse: the storage of this project is full') FROM project_storage
  WHERE project_id = new.project_id
    AND (
      new.kind IN ('team_invitation', 'integration_transfer') AND (
        bytes > coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
        OR rows > coalesce(max_rows, (SELECT max_rows FROM storage_quota))
      )
      OR new.kind = 'purchase' AND (
        bytes > 2 * coalesce(max_bytes, (SELECT max_bytes FROM storage_quota))
        OR rows > 2 * coalesce(max_rows, (SELECT max_rows FROM storage_quota))
      )
    );
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_verification_codes AFTER UPDATE OF
  id, kind, subject, user_id, code_hash, nonce_hash, payload
ON verification_codes
WHEN octet_length(concat(new.id, new.kind, new.subject, new.user_id, new.code_hash, new.nonce_hash, new.payload))
  <> octet_length(concat(old.id, old.kind, old.subject, old.user_id, old.code_hash, old.nonce_hash, old.payload))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET sign_in_bytes = sign_in_bytes
    + octet_length(concat(new.id, new.kind, new.subject, new.user_id, new.code_hash, new.nonce_hash, new.payload))
    - octet_length(concat(old.id, old.kind, old.subject, old.user_id, old.code_hash, old.nonce_hash, old.payload))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_verification_codes AFTER DELETE ON verification_codes
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, sign_in_bytes = sign_in_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.kind, old.subject, old.user_id, old.code_hash, old.nonce_hash, old.payload
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_oauth_requests AFTER INSERT ON oauth_requests
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, sign_in_bytes = sign_in_bytes + 400
    + octet_length(concat(
      new.project_id, new.state_hash, new.provider_id, new.sealed_secrets, new.type, new.user_id, new.session_id,
      new.provider_scope, new.redirect_uri, new.error_redirect_url, new.after_callback_url, new.scope, new.outer_state,
      new.code_challenge, new.code_challenge_method
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_oauth_requests AFTER UPDATE OF
  state_hash, provider_id, sealed_secrets, type, user_id, session_id, provider_scope, redirect_uri, error_redirect_url,
  after_callback_url, scope, outer_state, code_challenge, code_challenge_method
ON oauth_requests
WHEN octet_length(concat(
  new.state_hash, new.provider_id, new.sealed_secrets, new.type, new.user_id, new.session_id, new.provider_scope,
  new.redirect_uri, new.error_redirect_url, new.after_callback_url, new.scope, new.outer_state, new.code_challenge,
  new.code_challenge_method
)) <> octet_length(concat(
  old.state_hash, old.provider_id, old.sealed_secrets, old.type, old.user_id, old.session_id, old.provider_scope,
  old.redirect_uri, old.error_redirect_url, old.after_callback_url, old.scope, old.outer_state, old.code_challenge,
  old.code_challenge_method
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET sign_in_bytes = sign_in_bytes
    + octet_length(concat(
      new.state_hash, new.provider_id, new.sealed_secrets, new.type, new.user_id, new.session_id, new.provider_scope,
      new.redirect_uri, new.error_redirect_url, new.after_callback_url, new.scope, new.outer_state, new.code_challenge,
      new.code_challenge_method
    ))
    - octet_length(concat(
      old.state_hash, old.provider_id, old.sealed_secrets, old.type, old.user_id, old.session_id, old.provider_scope,
      old.redirect_uri, old.error_redirect_url, old.after_callback_url, old.scope, old.outer_state, old.code_challenge,
      old.code_challenge_method
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_oauth_requests AFTER DELETE ON oauth_requests
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, sign_in_bytes = sign_in_bytes - 400
    - octet_length(concat(
      old.project_id, old.state_hash, old.provider_id, old.sealed_secrets, old.type, old.user_id, old.session_id,
      old.provider_scope, old.redirect_uri, old.error_redirect_url, old.after_callback_url, old.scope, old.outer_state,
      old.code_challenge, old.code_challenge_method
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_authorization_codes AFTER INSERT ON authorization_codes
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, sign_in_bytes = sign_in_bytes + 400
    + octet_length(concat(
      new.project_id, new.code_hash, new.type, new.user_id, new.session_id, new.provider_id, new.account_id, new.email,
      new.sealed_grant, new.redirect_uri, new.after_callback_url, new.code_challenge, new.code_challenge_method,
      new.issued_session_id
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_authorization_codes AFTER UPDATE OF
  code_hash, type, user_id, session_id, provider_id, account_id, email, sealed_grant, redirect_uri, after_callback_url,
  code_challenge, code_challenge_method, issued_session_id
ON authorization_codes
WHEN octet_length(concat(
  new.code_hash, new.type, new.user_id, new.session_id, new.provider_id, new.account_id, new.email, new.sealed_grant,
  new.redirect_uri, new.after_callback_url, new.code_challenge, new.code_challenge_method, new.issued_session_id
)) <> octet_length(concat(
  old.code_hash, old.type, old.user_id, old.session_id, old.provider_id, old.account_id, old.email, old.sealed_grant,
  old.redirect_uri, old.after_callback_url, old.code_challenge, old.code_challenge_method, old.issued_session_id
))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET sign_in_bytes = sign_in_bytes
    + octet_length(concat(
      new.code_hash, new.type, new.user_id, new.session_id, new.provider_id, new.account_id, new.email,
      new.sealed_grant, new.redirect_uri, new.after_callback_url, new.code_challenge, new.code_challenge_method,
      new.issued_session_id
    ))
    - octet_length(concat(
      old.code_hash, old.type, old.user_id, old.session_id, old.provider_id, old.account_id, old.email,
      old.sealed_grant, old.redirect_uri, old.after_callback_url, old.code_challenge, old.code_challenge_method,
      old.issued_session_id
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_authorization_codes AFTER DELETE ON authorization_codes
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, sign_in_bytes = sign_in_bytes - 400
    - octet_length(concat(
      old.project_id, old.code_hash, old.type, old.user_id, old.session_id, old.provider_id, old.account_id, old.email,
      old.sealed_grant, old.redirect_uri, old.after_callback_url, old.code_challenge, old.code_challenge_method,
      old.issued_session_id
    ))
  WHERE project_id = old.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_new_provider_tokens AFTER INSERT ON provider_tokens
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id) BEGIN
  UPDATE project_storage SET rows = rows + 1, sign_in_bytes = sign_in_bytes + 400
    + octet_length(concat(
      new.project_id, new.id, new.link_id, new.scopes, new.sealed_access_token, new.sealed_refresh_token
    ))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_changed_provider_tokens AFTER UPDATE OF
  id, link_id, scopes, sealed_access_token, sealed_refresh_token
ON provider_tokens
WHEN octet_length(concat(new.id, new.link_id, new.scopes, new.sealed_access_token, new.sealed_refresh_token))
  <> octet_length(concat(old.id, old.link_id, old.scopes, old.sealed_access_token, old.sealed_refresh_token))
  AND NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = new.project_id)
BEGIN
  UPDATE project_storage SET sign_in_bytes = sign_in_bytes
    + octet_length(concat(new.id, new.link_id, new.scopes, new.sealed_access_token, new.sealed_refresh_token))
    - octet_length(concat(old.id, old.link_id, old.scopes, old.sealed_access_token, old.sealed_refresh_token))
  WHERE project_id = new.project_id;
END;
--> statement-breakpoint
CREATE TRIGGER storage_follows_deleted_provider_tokens AFTER DELETE ON provider_tokens
WHEN NOT EXISTS (SELECT 1 FROM arriving_projects WHERE project_id = old.project_id) BEGIN
  UPDATE project_storage SET rows = rows - 1, sign_in_bytes = sign_in_bytes - 400
    - octet_length(concat(
      old.project_id, old.id, old.link_id, old.scopes, old.sealed_access_token, old.sealed_refresh_token
    ))
  WHERE project_id = old.project_id;
END;
