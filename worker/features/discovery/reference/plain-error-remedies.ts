/** What to do about errors without a code, by their texts with `{name}` for what varies. */
export const plainErrorRemedies: Readonly<Record<string, string>> = {
  "?token= query parameter is required for link type": "Send the user's access token as `token`.",
  "A project can trust at most 100 domains":
    "Remove a domain first, or trust several by a pattern such as `https://*.example.com`.",
  "Unknown client_id, or a redirect_uri that is not registered for it.":
    "Send a `redirect_uri` as the operator of this installation has configured it for the client, to the letter.",
  "This project either doesn't exist or the current external project is not authorized to transfer it. Note that projects can only be transferred once.":
    "Check the id: the project may be handed over or deleted by now, or another client's.",
  "This project either doesn't exist or the current Neon client is not authorized to transfer it. Note that projects can only be transferred once.":
    "Check the id: the project may be handed over or deleted by now, or another client's.",
  "A report has at most 100 times.": "Begin later, end earlier, or take a longer interval.",
  "A quantity lies between -9007199254740991 and 9007199254740991, and would not after this change.":
    "Change the quantity by less: beyond these numbers it would not be counted exactly.",
  "The idempotency key was used for a different change of this item's quantity.":
    "Repeat a request as it was, or give the new change a key of its own.",
  "This installation takes no payments: its operator has not configured Stripe (STRIPE_SECRET_KEY). Purchases in test mode work without it.":
    "Ask the operator of the installation to configure Stripe, or buy in test mode.",
  "Stripe did not respond as expected. Try again later.":
    "Send the request again; a repeated one makes no second payment. The operator sees in Stripe's log what it refuses.",
  "The project has no such purchase.":
    "Send the id of a subscription or a one-time purchase, as `GET /internal/payments/transactions` lists it.",
  "The purchase has no such payment.":
    "Send the id of a payment that `GET /internal/payments/transactions/{transaction_id}/payments` lists.",
  "Say which payment to refund: the subscription has several.":
    "Send `payment_id`: `GET /internal/payments/transactions/{transaction_id}/payments` lists the payments.",
  "A purchase in test mode has no payment, and is taken back as a whole.": "Leave `payment_id` and `amount` out.",
  "This purchase in test mode was taken back already, or has ended.":
    "Nothing: the customer does not have it any more.",
  "This payment has been refunded already.": "Nothing: the customer has all of the money back.",
  "This is more than what was paid and is not refunded yet.":
    "Send at most `amount` less `refunded_amount` of the payment, or leave `amount` out to refund all that is left.",
  "The customer's bank disputes this payment: Stripe refunds it by the dispute.":
    "Answer the dispute at Stripe, or accept it there: then the bank gives the money back.",
  "Stripe refused the refund, such as for want of balance in the project's account.":
    "Look at the payment at Stripe, which says why; add to the account's balance, and send the request again with a new `idempotency_key`.",
  "The idempotency key was used for a different refund.":
    "Repeat a request as it was, or give the new refund a key of its own.",
  "Stripe account ID is not set": "Set up payments first: `POST /internal/payments/setup`.",
  "Invalid stripe-signature header":
    "Send events as Stripe does: signed with the endpoint's secret, which is the installation's `STRIPE_WEBHOOK_SECRET`, and within five minutes.",
  "The address {complaint}": "Send the address of a server on the internet, with `https`.",
  "Payments are not set up in this Stack Auth project. Please go to the Stack Auth dashboard and complete the Payments onboarding.":
    "The project's owner has to set payments up in the dashboard, or with `POST /internal/payments/setup`.",
  "Cannot specify both offer_id and offer_inline!": "Send one of the two.",
  "Cannot specify offer_inline when calling from client! Please call with a server API key, or use the offer_id parameter.":
    "Create the link on your server: a browser could set its own price.",
  "Must specify either offer_id or offer_inline!": "Send `offer_id`, or `inline_offer` from a server.",
  "Tenancy id does not match value from code data": "Send the request to the project whose id the code begins with.",
  "Price not found on offer associated with this purchase code":
    "Send one of the price ids that `POST /payments/purchases/validate-code` has.",
  "This offer is not stackable; quantity must be 1": "Leave `quantity` out, or make the offer stackable.",
  "Customer already has a one-time purchase for this offer": "Nothing: the customer has it.",
  "Customer already has a subscription for this offer; this offer is not stackable":
    "Nothing: the customer has it, until the subscription ends.",
  "This offer is an add-on to an offer that the customer does not have":
    "The customer has to buy one of the offers first that it adds on to.",
  "Customer already has a one-time purchase in this offer group":
    "Nothing can be bought in the group any more, unless that purchase is refunded.",
  "The price is not sold in this currency": "Send one of the currencies of the price, or none.",
  "The customer subscribes to another offer of the group, and nothing is paid for this one; switch the subscription instead":
    "Have the customer switch in their account settings, or switch the subscription from the backend.",
  "The price of this quantity is too high to be paid at once": "Buy fewer units at once.",
  "The customer has no such subscription.":
    "Send an id that `GET /payments/customers/{customer_type}/{customer_id}/purchases` has, of the same customer.",
  "The subscription has ended.":
    "Read the customer's purchases again. A subscription that was switched goes on with another id; one that is over is bought anew.",
  "The subscription cannot be switched to this price.":
    "Send an offer and a price of the subscription's `switch_options`.",
  "The subscription was changed by another request. Read it again.":
    "Read the customer's purchases again, and switch what they have now if that is still wanted.",
  "The payment failed, and the subscription stays as it was. Update the payment method, or buy the offer on its page.":
    "Send the customer to the page of their payment method and switch again, or to a purchase URL of the offer, where they can confirm the payment.",
  "The customer has paid for nothing yet: there is no payment method.":
    "Offer this to customers who have a subscription or an invoice of Stripe's.",
  "No client secret returned from Stripe for subscription": "Try again with a new purchase URL.",
  "No client secret returned from Stripe for payment intent": "Try again with a new purchase URL.",
  "A project has at most 100 endpoints": "Remove an endpoint first.",
  "OAuth provider already exists": "Change the provider instead.",
  "OAuth provider not found": "Check the id: the project may not have this provider any more.",
  "A password cannot be set for a user without a primary e-mail.": "Set `primary_email` first, or in the same request.",
  "This installation has no assistant: its operator has not configured a model (AI_API_URL, AI_API_KEY and AI_MODEL).":
    "Ask the operator of the installation to configure one.",
  "The assistant's model gave no usable answer. Please try again.":
    "Ask again, in other words if it stays so; the operator sees in the model's own log what it refuses.",
  "The assistant's model did not answer in time. Please try again.": "Ask again, for less at once.",
  "The messages are too long for the assistant. Begin a new conversation.": "Send the last messages only.",
  "The project's email server is not configured completely. Please check the email configuration and try again.":
    "Give the server a host, a port and a sender address in the project's settings.",
  "Notification category not found with given name":
    "Name `Transactional` or `Marketing`, in just these letters, or leave it out.",
  "No template found with given template_id": "Check the id: the project may not have this template any more.",
  "No draft found with given draft_id": "Check the id: the draft may have been deleted.",
  Unauthorized: "Send the value of `CRON_SECRET`, which the operator has configured, as a bearer secret.",
  "No email send found with given id": "Check the id, which is the `send_id` of `POST /emails/send-email`.",
  "The email send is over already": "Nothing is left to cancel.",
  "No email found with given id": "List them with `GET /internal/emails/log`.",
  "What this email said is not kept, so that it cannot be sent again":
    "Only mails to users are sent again, within 30 days. Write a new one with `POST /emails/send-email`; users request codes and links themselves.",
  "The email is still being sent": "Wait until it is sent or has failed, or cancel its send.",
  "The user of this email has no email address any more":
    "Give the user an address, or send a new mail to another user.",
  "No theme found with given id": "Check the id: the project may not have this theme any more.",
  "No template found with given id": "Check the id: the project may not have this template any more.",
  "No draft found with given id": "Check the id: the project may not have this draft any more.",
  "A user can have at most {max} contact channels.":
    "Delete one, or raise the cap of the project: `limits.contactChannelsPerUser`.",
  "A user can make at most {max} teams.":
    "Delete one of the teams that the user has made, or raise the cap of the project: `limits.teamsPerCreator`.",
  "A {owner} can have at most {max} usable API keys. Revoke one first.":
    "Revoke one, or raise the cap of the project: `limits.apiKeysPerUser` or `limits.apiKeysPerTeam`.",
  "A user can have at most {max} passkeys.": "Remove one, or raise the cap of the project: `limits.passkeysPerUser`.",
  "A user can have at most {max} registrations of passkeys in progress.":
    "Complete one, or wait a minute. The cap of the project is `limits.passkeyChallengesPerUser`.",
  "A team, with all others that its owner has made, can have at most {max} projects.":
    "Delete a project. The operator of the installation can raise the cap: `PROJECTS_PER_OWNER`.",
  "The installation has no room for another project. Please ask its operator to add a database.":
    "Every database of the installation is nearly full. Its operator adds one, as the guide to operating it says under “Shards”.",
  "A project has at most 100 themes": "Delete one in the configuration document: `emails.themes.<id>` is null.",
  "A project has at most 200 templates": "Delete one in the configuration document: `emails.templates.<id>` is null.",
  "A project has at most 200 drafts, with sources of 8388608 bytes together. Delete some first.":
    "Delete drafts that were sent.",
  "The conversation is too long to be stored. Begin a new one.": "Store it under another id.",
  "The key of this data vault store cannot be opened, because the root secret that it is sealed under is gone.":
    "Set that secret as `SERVER_SECRET_PREVIOUS` again, or remove the store and make it anew.",
  "This value of the data vault cannot be opened, because it was changed where it is stored.": "Set the value again.",
  "Can only send verification code for your own user": "Name the signed-in user, or request it from a server.",
  "Cannot manually enable passkey auth, it is enabled iff there is a passkey auth method":
    "Register a passkey instead: that enables it.",
  "Cannot set both password and password_hash at the same time.": "Send one of them.",
  "Cannot use both creator_user_id and add_current_user. add_current_user is deprecated, please only use creator_user_id in the body.":
    "Leave `add_current_user` out.",
  "Client user deletion is not enabled for this project":
    "Allow it in the project's settings, or delete users from a server.",
  "Contact channel already exists": "The user has this address: change that contact channel instead.",
  "Contact channel not found": "Check the ids: the address may have been deleted, or belong to another user.",
  "Contact channel not found.": "Check the ids: the address may have been deleted, or belong to another user.",
  "Contact channel not found. Was your contact channel deleted?": "Add the address again and verify it by a new mail.",
  "Failed to send email. If you are the admin of this project, please check the email configuration and try again.":
    "Check the mail server in the project's settings; the address may also not accept mail.",
  "An anonymous user cannot be signed in to a website.": "Let the user sign up first.",
  "This team invitation was sent to a different email address. Sign in with the invited email, or add and verify that email on your account, then try again.":
    "Sign in with the invited address, or verify it on the account. Who invites can leave `for_recipient_only` out.",
  "An impersonation session cannot create keys, which outlast it.": "Create the keys as yourself.",
  "An impersonation session cannot sign its user in to a website.": "Sign in to the website as yourself.",
  "Hosted pages are not enabled for this project": "Switch `hostedPages.enabled` on in the project's configuration.",
  "Inner OAuth callback failed due to invalid grant. Please try again.": "Begin the sign-in again.",
  "Inner OAuth cookie not found. This is likely because you refreshed the page during the OAuth sign in process. Please try signing in again":
    "Begin the sign-in again, in one browser and with cookies allowed.",
  "Invalid OAuth cookie. Please try signing in again.": "Begin the sign-in again.",
  "Invalid code": "Open the link as it is in the mail.",
  "Invalid config JSON": "Send a JSON object as text.",
  "Invalid email theme": "Send the id of a theme that the project has.",
  "Invalid login code or the code has expired": "Begin the login again on the command line.",
  "Invalid password hash. Make sure it's a supported algorithm in Modular Crypt Format.":
    "Send a hash of bcrypt (cost up to 16), Argon2id (up to 64 MiB), scrypt (N·r·p up to 2^20) or PBKDF2 (up to 100,000 iterations): a costlier one would hold up others.",
  "Invalid profile image URL": "Upload the image as a `data:` URL: clients cannot link to images elsewhere.",
  "Invalid redirect URI. Your redirect URI must be the same as the one used to get the authorization code.":
    "Send the `redirect_uri` of the authorization request, exactly.",
  "A team that owns projects needs an admin. Make another member an admin first.":
    "Send `admin` as the role of another member of the team first.",
  "Invalid scope requested. Please check the scopes you are requesting.": "Send `legacy` as `scope`.",
  "More than 10000 permissions are granted here. Please give a user_id.": "Request the list user by user.",
  "OAuth provider {id} not found": "Send the id of a provider that the project has configured.",
  "Authenticator apps are switched off in this project.":
    "Switch `auth.totp.allowSetUp` on in the project's configuration, or set the second factor from a server.",
  "The customer pays for what this purchase would take the place of, and test mode ends nothing that is paid for":
    "Try it for another customer, or switch `payments.testMode` off in the project's configuration.",
  "OTP auth not enabled in the project": "Switch sign-in by one-time codes on in the project's settings.",
  "Password auth not enabled in the project": "Switch sign-in by password on in the project's settings.",
  "The project has more than 10000 teams. Please give a user_id.": "Request the teams of one user.",
  "These teams, with their metadata, are more than fit in one response.":
    "Request the teams of one user, or store less in their metadata.",
  "Project must have an owner team to be transferred": "Name a project that a team owns; `internal` has none.",
  "Projects would be left without an owner. Transfer or delete them first: {projects}":
    "Transfer the projects to another team, delete them, or invite another member to the team first.",
  "Project ID mismatch; please ensure that you are using the correct app url.":
    "Confirm the login on the website of the project in which it began.",
  "Recovery codes need two-factor authentication to be switched on.": "Set up an authenticator app first.",
  "Team API keys are not enabled for this project.": "Switch them on in the project's settings.",
  "The internal project cannot be deleted": "Name another project.",
  "There are more than 1000 projects. Please give a limit, and request them page by page.":
    "Give a `limit`, and go on from `next_cursor`.",
  "The project has more than 10000 OAuth provider links. Please give a user_id.": "Request the list user by user.",
  "The project has more than 10000 contact channels. Please give a user_id.": "Request the list user by user.",
  "The project has more than 10000 team memberships. Please give a team_id or a user_id.":
    "Request the list team by team, or user by user.",
  "The recovery code is wrong or was used before.": "Ask the user for another code.",
  "The same provider type with sign-in enabled already exists for this user.":
    "Switch `allow_sign_in` off for the other account of the provider first.",
  "The same provider type with the same account ID already exists for this user.":
    "The account is linked: nothing is left to do.",
  "The user has no email address that a code could be sent to.": "Use a password or a passkey instead.",
  "Trusted domains of a project in production must not cover the domains of others: {domain}":
    "Name your own domains; wildcards only below them.",
  "User API keys are not enabled for this project.": "Switch them on in the project's settings.",
  "User already has a password set.": "Use `POST /auth/password/update`.",
  "team_id is required for access type client": "Send `team_id`.",
  "{category} notifications cannot be disabled": "Only categories with `can_disable` can be switched off.",
  "{configProblem}": "The text names the place in the document and what it has to be.",
  "{field} cannot be true without primary_email": "Set `primary_email` as well.",
  "{imageProblem}": "The text says what is wrong: send a PNG, JPEG or WebP image that is small enough.",
  "{problem}": "The text says what the provider responded. Try again, and look into the provider's configuration.",
  "{problem} Asked for: {scopes}. If you are the admin of this project, please check the provider's configuration.":
    "Allow these scopes to the app at the provider.",
  "{problem} If you are the admin of this project, please check the provider's configuration.":
    "Compare client id and client secret with those at the provider.",
  "{problem} If you are the admin of this project, please enter it again in the provider's configuration.":
    "Save the client secret again in the project's settings.",
  "You must be logged in to create a team with the current user as a member.": "Send the user's access token.",
  "An impersonation session cannot change what outlasts it.": "Let the user do it, or change the user from a server.",
  "Cannot update another user's profile": "Name the signed-in user, or change it from a server.",
  "Client can only access its own connected accounts": "Name the signed-in user, or request it from a server.",
  "Client can only list passkeys for their own user.": "Send `user_id=me`, or request it from a server.",
  'Client can only list permissions for their own user. user_id must be either "me" or the ID of the current user':
    "Send `user_id=me`, or request it from a server.",
  "Client can only list sessions for their own user.": "Send `user_id=me`, or request it from a server.",
  'Client can only list teams for their own user. user_id must be either "me" or the ID of the current user':
    "Send `user_id=me`, or request it from a server.",
  "Client can only manage their own api keys": "Name the signed-in user, or request it from a server.",
  "Client can only {verb} OAuth providers for their own user.": "Name the signed-in user, or request it from a server.",
  "Client can only {verb} contact channels for their own user.":
    "Name the signed-in user, or request it from a server.",
  "Client team creation is disabled for this project":
    "Allow it in the project's settings, or create teams from a server.",
  "OTP sign-in is not enabled for this project": "Switch sign-in by one-time codes on in the project's settings.",
  "The access token is not valid for this project": "Send an access token of a user of this project.",
  "You can only {verb} your own notification preferences": "Name the signed-in user, or request it from a server.",
  "You cannot create a team as a user that is not yourself. Make sure you set the creator_user_id to 'me'.":
    "Send `me` as `creator_user_id`, or create the team from a server.",
  "Notification category not found": "Send an id from the list of categories.",
  "OAuth provider {providerConfigId} not found or not configured": "Configure the provider in the project's settings.",
  "OAuth provider {provider_id} for user {user_id} not found": "List the user's accounts: it may have been unlinked.",
  "Passkey not found.": "List the user's passkeys: it may have been removed.",
  "Project not found": "Check the project's id.",
  "Session not found.": "List the user's sessions: it may have ended.",
  "The roles in this team are being changed by somebody else. Please try again.":
    "List the team's permissions, and try again: two changes met.",
  "The project is being changed by somebody else. Please try again.": "Try again: two changes met.",
  "The secret of this user's authenticator app cannot be read any more. An administrator of the project has to remove the second factor before the user can sign in.":
    "Send `totp_secret_base64: null` in `PATCH /users/{user_id}` from a server.",
  "The user's credentials were changed at the same time. Try again.": "Try again.",
  "Svix did not respond as expected. Try again later.":
    "Try again; if it stays so, the operator of the installation has to check `SVIX_API_KEY`.",
  "Too Many Requests": "Wait for the seconds that `Retry-After` names.",
  "The given authorization code is invalid.":
    "The code is unknown, used or past its five minutes, or the request is not of the client, address and verifier that it was made for. Send the browser to the authorization endpoint again.",
  "Missing parameter: {name}": "Send the field that the text names.",
};
