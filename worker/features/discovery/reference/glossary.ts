import type { FieldTexts } from "./entry";

const millis = "in milliseconds since the Unix epoch";

/**
 * What the fields of the wire mean, by their names, or by the end of their place where a name has several meanings:
 * `rp.id`, `query.user_id`, `body.config.domains`. Groups and endpoints override them.
 */
export const glossary: FieldTexts = {
  // Lists
  items: "The elements, in the order that the endpoint promises.",
  is_paginated: "`true` where the list comes in pages and has `pagination`, `false` where it is complete.",
  pagination: "How to go on reading.",
  next_cursor: "Send it as `cursor`, as it is, to get the next page. `null` on the last page.",
  "query.limit": "How many elements a page has at most. 1,000 when absent, and whatever is greater counts as 1,000.",
  "query.cursor": "The `next_cursor` of the page before. Absent for the first page.",
  "query.desc": "`true` for the newest first. `false` when absent.",
  "query.include_anonymous": "`true` to include anonymous users. `false` when absent.",

  // Users
  user_id: "The id of the user, a UUID.",
  primary_email:
    "The user's primary e-mail address in lower case, where mails for the user are sent. `null` if they have none.",
  primary_email_verified:
    "Whether the user has shown that they read the primary address, by following a link or typing a code.",
  primary_email_auth_enabled: "Whether the primary address signs the user in, by password or one-time code.",
  profile_image_url: "The address of the profile image, or `null` for none.",
  "body.profile_image_url":
    "A profile image: a `data:` URL of a PNG, JPEG or WebP image in base64, which is stored, or the address of one. Clients cannot link to images elsewhere. `null` removes it.",
  signed_up_at_millis: `When the user was created, ${millis}.`,
  last_active_at_millis: `When the user last signed in or renewed an access token, ${millis}.`,
  client_metadata:
    "Any JSON value of the app's own. Clients read and write it: do not decide anything by it. 512 KiB at most.",
  client_read_only_metadata:
    "Any JSON value of the app's own. Clients read it, only servers write it. 512 KiB at most.",
  server_metadata: "Any JSON value of the app's own, which only servers read and write. 512 KiB at most.",
  has_password: "Whether the user has a password.",
  password: "The password as it is typed, with at least 8 and at most 70 characters.",
  otp_auth_enabled: "Whether the user may sign in by one-time codes that are mailed to the primary address.",
  passkey_auth_enabled: "Whether the user may sign in by the passkeys that they have registered.",
  "body.passkey_auth_enabled": "`false` removes the user's passkeys. It becomes `true` only by registering one.",
  auth_with_email: "Whether the user has a password or signs in by one-time codes. Read those two fields instead.",
  requires_totp_mfa: "Whether signing in takes a code of an authenticator app as a second factor.",
  restricted_at_millis: `When the user was restricted, ${millis}; \`null\` where they may sign in.`,
  selected_team_id: "The id of the team in which the user works at present, or `null`.",
  "body.selected_team_id": "The team in which the user works from now on. They have to be a member. `null` for none.",
  "selected_team.id": "The id of the team, a UUID.",
  selected_team: "The team that `selected_team_id` names, or `null`.",
  is_anonymous: "Whether the user has not signed up yet: an account without an address or another way to sign in.",
  "body.totp_secret_base64":
    "The secret of the user's authenticator app in base64 (RFC 4648), 20 bytes as a rule. Switches the second factor on; `null` switches it off.",
  password_hash:
    "The hash of a password from another system, in Modular Crypt Format or as a PHC string: bcrypt, Argon2id, scrypt or PBKDF2. Instead of `password`.",

  // Linked accounts
  oauth_providers: "The accounts at OAuth providers that are linked to the user.",
  "oauth_providers.id": "The provider's id in the project's configuration, such as `google`.",
  account_id: "The id that the provider gives to the account. It never changes, unlike its address.",
  "oauth_providers.email": "The address of the account at the provider, or `null` if it shared none.",
  provider_config_id: "The provider's id in the project's configuration, such as `google`.",
  provider_id: "The provider's id in the project's configuration, such as `google`.",
  allow_sign_in: "Whether the account signs the user in.",
  allow_connected_accounts: "Whether the app may get access tokens for the provider's API in the user's name.",

  // Teams
  team_id: "The id of the team, a UUID.",
  team_display_name: "The team's name, to show before the user accepts.",
  display_name: "The name that people see, or `null` where none was set.",
  created_at_millis: `When it was created, ${millis}.`,
  recipient_email:
    "The address that the invitation was mailed to. Another one may accept it, unless it is for its recipient only.",

  // Sign-ins
  access_token:
    "A signed token (JWT, RFC 7519) that shows who is signed in, to be sent as `X-Stack-Access-Token`. Valid for 10 minutes unless the server is configured otherwise.",
  refresh_token: "The secret of the session. It makes new access tokens until the session ends, and does not change.",
  is_new_user: "Whether this request has made the user.",
  device_token:
    "Tells a later sign-in that the user has signed in with this device: wrong passwords of others do not lock the user out there. It signs nobody in. Absent unless `device_tokens` was sent, and where one of those says so.",
  device_tokens:
    "The `device_token`s that this browser has of its latest sign-ins, at most 8. Leave it out where none is kept.",
  code: "The 45 characters of a verification code, in any case of letters.",
  is_code_valid: "Always `true`; a code that cannot be used is an error.",
  nonce: "Follows the six characters that the user types from the mail: together they are the code of 45 characters.",
  success: "Always `true`; a failure is an error.",
  email: "The e-mail address. Letter case and surrounding spaces do not matter.",
  callback_url:
    "Where the link in the mail leads, with the code added to its query as `code`. Must be on a trusted domain of the project.",
  totp: "The six digits that the authenticator app shows now. Each value is accepted once.",
  expires_at_millis: `When it expires, ${millis}.`,
  expires_in_millis: "How long it is valid, in milliseconds.",

  // Passkeys, in the JSON forms of WebAuthn
  options_json: "What the browser needs for the ceremony, in the JSON form of Web Authentication Level 3 section 5.1.",
  challenge: "The value that the authenticator signs, in base64url.",
  userVerification: "Whether the authenticator has to verify its user, by a fingerprint or a PIN for example.",
  rawId: "The same as `id`.",
  clientDataJSON: "What the browser signed: the challenge and the page's origin, in base64url.",
  authentication_response: "What `navigator.credentials.get()` returned, as its `toJSON()` gives it.",
  "authentication_response.id": "The id of the credential that was used, in base64url.",
  "authentication_response.type": "Always `public-key`.",
  "authentication_response.response": "The authenticator's assertion.",
  authenticatorData: "What the authenticator says about itself and the ceremony, in base64url.",
  signature: "The authenticator's signature, in base64url.",
  userHandle: "The user's id as the authenticator stores it, in base64url; absent or `null` if it returned none.",

  // Keys
  description: "A text for people that says what it is for.",
  manually_revoked_at_millis: `When it was revoked, ${millis}. Absent while it has not been.`,
  revoked: "`true` revokes it at once and for good.",
  last_four: "Its last four characters, to distinguish keys.",
  is_public:
    "Whether the key is meant to be read by others (`pk_…`), such as in a page's source. Public keys cannot be revoked.",
  api_key: "The full text of the key, `sk_…` or `pk_…`.",

  // Permissions
  permission_id: "The id of the permission, such as `read_reports`; those that begin with `$` are the system's.",
  contained_permission_ids: "The permissions that its holders have as well, and those that these contain in turn.",

  // Projects
  logo_url: "The address of the square logo, or `null` for none.",
  full_logo_url: "The address of the logo with the name beside it, or `null` for none.",
  "body.logo_url": "A square logo: a `data:` URL of an image, which is stored, or an address. `null` removes it.",
  "body.full_logo_url": "A logo with the name beside it, as for `logo_url`. `null` removes it.",
  is_production_mode:
    "Whether the project is in production: purchases are then real, and no trusted domain may cover those of others.",
  owner_team_id: "The team of the internal project whose members own the project.",
  config: "The project's settings.",
  sign_up_enabled: "Whether people may make accounts themselves. Servers create users in any case.",
  credential_enabled: "Whether users may sign in by password.",
  magic_link_enabled: "Whether users may sign in by codes and links that are mailed to them.",
  passkey_enabled: "Whether users may sign in by passkey.",
  password_min_length: "How many characters a new password has at least.",
  totp_mfa_enabled: "Whether users may set up an authenticator app. Those who have one keep it.",
  client_team_creation_enabled: "Whether clients may create teams.",
  client_user_deletion_enabled: "Whether clients may delete their own user.",
  allow_user_api_keys: "Whether users may have API keys.",
  allow_team_api_keys: "Whether teams may have API keys.",
  enabled_oauth_providers: "The OAuth providers by which users may sign in.",
  "config.customer_types": "The kinds of customers that the project has offers or items for.",
  "enabled_oauth_providers.id": "The provider's id, such as `google`.",
  allow_localhost: "Whether pages on this computer (`localhost`, `127.x.x.x`) count as trusted. For development.",
  create_team_on_sign_up: "Whether each new user gets a team of their own.",
  oauth_account_merge_strategy:
    "What happens when an account at a provider has the address of a user: `link_method` links it to that user, `raise_error` refuses it, `allow_duplicates` makes another user.",
  email_theme: "The id of the theme in which mails are sent.",
  "config.appearance": "How the mails and the sign-in pages of the project look, and what they link to.",
  "appearance.logo_url": "The address of the logo, or `null` for none.",
  logo_dark_url: "The address of the logo on dark pages, or `null` for the same as on light ones.",
  accent_color: "The colour of buttons, as `#rrggbb`, or `null` for none of the project's own.",
  terms_url: "The address of the terms of service, or `null` for none.",
  radius: "How round the corners of the pages are, or `null` where the project has not chosen.",
  font: "The kind of typeface of the pages, or `null` where the project has not chosen.",
  privacy_url: "The address of the privacy policy, or `null` for none.",
  support_url: "Where users get help, a web address or one that begins with `mailto:`, or `null` for none.",
  home_url: "The address of the project's website, or `null` for none.",
  texts: "Texts of the project's own, each under the English text that it replaces.",
  "config.oauth_providers": "The OAuth providers of the project. A list that is sent replaces the whole list.",
  "config.oauth_providers.id": "The kind of provider.",
  "config.oauth_providers.type": "`shared` for the keys of this server, `standard` for keys of the project's own.",
  "config.oauth_providers.client_id": "The client id at the provider. Required for `standard`.",
  "config.oauth_providers.client_secret":
    "The client secret, or the private key in PEM that makes one. Required for `standard`. Stored sealed.",
  facebook_config_id: "The configuration of Facebook Login for Business. Only for `facebook`.",
  microsoft_tenant_id: "The tenant whose accounts may sign in. Only for `microsoft`.",
  "config.oauth_providers.enabled": "`false` for a provider that is configured and switched off.",
  "config.domains":
    "The trusted domains: where links, codes and redirects may lead. A list that is sent replaces the whole list.",
  "domains.domain":
    "An origin such as `https://app.example.com`. `*` stands for a part of the host name without dots, `**` for any.",
  handler_path: "The path of the sign-in pages on that domain. `/handler` by default.",
  email_config: "The mail server by which the project sends.",
  "email_config.type": "`shared` for the mail server of this installation, `standard` for one of the project's own.",
  "email_config.host": "The host name of the SMTP server.",
  "email_config.port": "The port of the SMTP server: 465 for TLS from the start, 587 for STARTTLS.",
  "email_config.username": "The user name at the SMTP server.",
  "email_config.password": "The password at the SMTP server. Stored sealed.",
  "email_config.sender_name": "The name in the mails' `From`.",
  "email_config.sender_email": "The address in the mails' `From`.",
  team_creator_default_permissions: "What the creator of a team is granted in it.",
  team_member_default_permissions: "What every new member of a team is granted in it.",
  user_default_permissions: "What every new user is granted in the project.",
  "team_creator_default_permissions.id": "The id of a permission of teams.",
  "team_member_default_permissions.id": "The id of a permission of teams.",
  "user_default_permissions.id": "The id of a permission of the project.",
};
