// What the Worker loads when it is first needed, loaded before any request. The bundle of a deployment has all of it, but here each
// module is fetched from the test runner: by the request that needs it first, which alone may wait for that response.
import "../rare-routes";
import "../jobs";
import "../features/assistant/conversation";
import "../features/assistant/model";
import "../features/auth/passkey/verify-authentication";
import "../features/auth/passkey/verify-registration";
import "../features/auth/password/common-passwords.json";
import "../features/discovery/reference/reference-texts";
import "../features/emails/send-system-mail";
import "../features/oauth-providers/open-provider";
import "bcryptjs";
import "bowser";
import "stripe";
import "tldts";
