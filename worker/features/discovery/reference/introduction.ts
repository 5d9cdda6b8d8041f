import { bodyTooLarge, isCommonError, storageFull } from "../../../protocol/common-errors";
import { type KnownErrorCode, knownErrors } from "../../../protocol/known-errors";
import { remedyOf } from "../../../protocol/openapi-errors";

/** Returns what to read before the first request, in Markdown. */
export function introduction(apiUrl: string): string {
  return `
Gatehouse signs people in to your website and keeps its users, teams and permissions. This is its HTTP interface, which the
kit and the official clients of the wire use, and which you can use without either. Its address is \`${apiUrl}/api/v1\`.

## A first request

Every request names a **project** and a **tier**, and carries the key of that tier. The dashboard makes projects and keys.

\`\`\`sh
curl ${apiUrl}/api/v1/projects/current \\
  -H "X-Stack-Project-Id: your-project-id" \\
  -H "X-Stack-Access-Type: client" \\
  -H "X-Stack-Publishable-Client-Key: pck_your-key"
\`\`\`

Bodies are JSON with \`Content-Type: application/json\`, at most 2 MiB. Fields that an endpoint does not have are refused.

## Tiers and keys

| Tier | Key | Where it is safe | What it may do |
|---|---|---|---|
| \`client\` | \`X-Stack-Publishable-Client-Key\`, \`pck_…\` | anywhere, also in a page | sign users in, and act as the signed-in user |
| \`server\` | \`X-Stack-Secret-Server-Key\`, \`ssk_…\` | your backend | everything with all users and teams |
| \`admin\` | \`X-Stack-Super-Secret-Admin-Key\`, \`sak_…\` | your own scripts | the project's settings and keys as well |

A higher tier may do what a lower one may, and sees more fields. Each endpoint names the tiers that it is open to.

**The signed-in user** is that of the access token in \`X-Stack-Access-Token\`, which signing in returns. It is valid for
minutes; \`POST /auth/sessions/current/refresh\` makes a new one from the session's refresh token. In paths and queries \`me\`
stands for this user. Once its session has ended, the token reads until it expires, and changes nothing: every request that is no
\`GET\` gets \`ACCESS_TOKEN_EXPIRED\`. Tokens of anonymous users need \`X-Stack-Allow-Anonymous-User: true\`.

Owners may send \`X-Stack-Admin-Access-Token\`, their access token of the project \`internal\`, in place of a key of any tier.

A backend that signs its visitors in says each one's IP address in \`X-Gatehouse-Client-Ip\`, beside its secret key: limits on guessing then
count the visitor's network in place of the backend's, and the audit log has the visitor's address. From clients the header says nothing.

## Errors

An error that a program can act on has a **code**, in the header \`X-Stack-Known-Error\` and in the body:

\`\`\`json
{
  "code": "PASSWORD_TOO_SHORT",
  "details": { "min_length": 8 },
  "error": "Password too short. Minimum length is 8."
}
\`\`\`

Branch on \`code\` and show nothing but your own words: \`error\` is for developers. Other errors are a status and a plain text. A 500
has a request id, also in \`X-Stack-Request-Id\`, which leads to the server's log. Requests with the header
\`X-Stack-Override-Error-Status\` get errors with status 200 and the real one in \`X-Stack-Actual-Status\`.

Each endpoint lists its own errors. These come from reading and authenticating a request and from storing what it says, at any endpoint:

${errorTable(commonCodes)}
| “${bodyTooLarge.text}” | ${bodyTooLarge.status} | ${bodyTooLarge.remedy} |
| “${storageFull.text}” | ${storageFull.status} | ${storageFull.remedy} |
| “Too Many Requests” | 429 | See [Rate limits](#rate-limits). |

## Pages of lists

A list is \`items\` with \`is_paginated\`. Where that is \`true\`, \`pagination.next_cursor\` is the \`cursor\` of the next request, and
\`null\` on the last page. Where it is \`false\`, the list is complete. A cursor is for its list, its order and its project, and carries its
place: what is deleted meanwhile ends no list.

## Rate limits

Sign-ins, refreshes, emails and renderings are counted, per network for clients and per project for servers, in each minute:

| Requests | One network | One project's servers |
|---|---|---|
| signing in, and trying codes | 30 | 1,000 |
| refreshing tokens | 300 | 3,000 |
| emails | 10 | 100 |
| renderings of emails | 60 | 60 |

Beyond that, and beyond some wrong guesses at one account or five emails to one address in ten minutes, the response is 429, with the
seconds to wait in \`Retry-After\`. What strangers request leaves a further network an email of its own.

Beside these, any request waits for up to a few seconds where its project or its network asks for much while others are active, and is a 429
where it would wait longer. Who sends many requests, such as an import, does best to have a few open at a time, and to wait when told to.

A project has shares of what the instance does for it, which \`GET /internal/usage\` shows: in each minute, processor time for imported hashes
that take long, and renderings of emails; in each hour, emails by the instance's own server. Beyond one, what takes of it is a 429.

## Storage

What a project stores is counted in bytes and rows, and has a quota. A write that would pass it is a 413, of which nothing is stored: it
adds a user, a team, a key or anything else, or makes a profile or its metadata longer. Reads, sign-ins, deletions and exports go on, and
writes do once enough has been deleted. Values of the data vault count with what they take, and for ten minutes after they were deleted. Images have a
quota of their own, which stops images alone. At twice the quota, which only the audit log can reach, changes that it records are refused too.
While the database of the instance is nearly full, the quota of each project in it is lower: \`GET /internal/usage\` shows the present one.

## Repeating a request

\`GET\` and \`DELETE\` may be repeated after a failure of the network; a second \`DELETE\` may find nothing, which is a 404. \`POST\` and
\`PATCH\` may not, since there are no idempotency keys: read what the first request left before you send another.

## Versions

The path names the version, \`v1\`; \`/api/latest\` is the same. Within it fields and endpoints are added and nothing is taken away:
ignore fields that are new to you. What is deprecated says so and works on. Times are milliseconds since the Unix epoch, ids are
UUIDs, and codes and tokens are texts to be kept as they are.

## All error codes

${errorTable(allCodes)}
`.trim();
}

const allCodes = Object.keys(knownErrors) as KnownErrorCode[];
const commonCodes = allCodes.filter(isCommonError);

function errorTable(codes: readonly KnownErrorCode[]): string {
  const rows = codes.map((code) => `| \`${code}\` | ${knownErrors[code].status} | ${remedyOf(code)} |`);
  return ["| Error | Status | What happened, and what to do |", "|---|---|---|", ...rows].join("\n");
}
