import { describe, expect, it } from "vitest";
import { applyPatch, findOversize, renderConfig, validatePatch } from "./index";
import { hostileJson, randomOverride, seeded } from "./overrides.fixtures";

const custom = "6b1f6a35-6f2b-4a3b-8c8e-3d0f8a1b2c3d";
const badKey = (key: string) =>
  `[FORMAT ERROR]All keys of override must consist of only alphanumeric characters, dots, underscores, colons, dollar signs, or hyphens and start with a character other than a hyphen (found: ${key})`;
const badUserId = (kind: string) =>
  `[WARNING] ${kind}Id must start with a letter, underscore, or number, and contain only letters, numbers, underscores, and hyphens`;

describe("validatePatch, format of the keys", () => {
  it.each([
    [null, "[FORMAT ERROR]override must be a non-null object"],
    ["text", "[FORMAT ERROR]override must be a non-null object"],
    [5, "[FORMAT ERROR]override must be a non-null object"],
    [{ "": 1 }, badKey("")],
    [{ "auth..x": 1 }, badKey("auth..x")],
    [{ ".auth": 1 }, badKey(".auth")],
    [{ "auth.-x": 1 }, badKey("auth.-x")],
    [{ "a b": 1 }, badKey("a b")],
    [{ auth: { é: 1 } }, badKey("é")],
    [{ "payments.autoPay.interval": [{ "a b": 1 }] }, badKey("a b")],
  ])("%j is refused: %s", (patch, text) => {
    expect(validatePatch(patch)).toBe(text);
  });

  it("stack exhaustion: nesting deeper than any setting is refused, not walked into", () => {
    const text = "[FORMAT ERROR]override must not be nested deeper than 16 levels";
    expect(validatePatch(JSON.parse(`${'{"auth":'.repeat(50_000)}1${"}".repeat(50_000)}`))).toBe(text);
    expect(validatePatch(JSON.parse(`{"auth.allowSignUp":${"[".repeat(50_000)}${"]".repeat(50_000)}}`))).toBe(text);
  });
});

describe("validatePatch, kinds of the values", () => {
  it.each([
    [[], "[ERROR] Config override must be plain old JavaScript object."],
    [{ unknown: 1 }, '[ERROR] The key "unknown" is not valid for the schema.'],
    [{ "auth.allowSignUp.x": true }, '[ERROR] The key "auth.allowSignUp.x" is not valid for the schema.'],
    [{ sourceOfTruth: { type: "hosted" } }, '[ERROR] The key "sourceOfTruth" is not valid for the schema.'],
    [{ apps: {} }, '[ERROR] The key "apps" is not valid for the schema.'],
    [{ auth: { x: 1 } }, "[ERROR] auth contains unknown properties: x"],
    [{ auth: { "password.x": 1, y: 2 } }, "[ERROR] auth contains unknown properties: password.x, y"],
    [{ "payments.items.a": { x: 1 } }, "[ERROR] payments.items.a contains unknown properties: x"],
    [
      { "auth.allowSignUp": "yes" },
      '[ERROR] auth.allowSignUp must be a `boolean` type, but the final value was: `"yes"`.',
    ],
    [
      { auth: { password: { allowSignIn: 1 } } },
      "[ERROR] auth.password.allowSignIn must be a `boolean` type, but the final value was: `1`.",
    ],
    [{ auth: [] }, "[ERROR] auth must be a `object` type, but the final value was: `[]`."],
    [
      { "auth.oauth.accountMergeStrategy": "merge" },
      "[ERROR] auth.oauth.accountMergeStrategy must be one of the following values: link_method, raise_error, allow_duplicates",
    ],
    [
      { "emails.server.port": "25" },
      '[ERROR] emails.server.port must be a `number` type, but the final value was: `"25"`.',
    ],
    [
      { "payments.autoPay.interval": [1, "hour"] },
      "[ERROR] payments.autoPay.interval[1] must be one of the following values: day, week, month, year",
    ],
    [
      { "payments.autoPay.interval": [-1, "day"] },
      "[ERROR] payments.autoPay.interval[0] must be greater than or equal to 0",
    ],
    [
      { "payments.offers.a.freeTrial": [1_000_000, "year"] },
      "[ERROR] payments.offers.a.freeTrial[0] must be less than or equal to 1000",
    ],
    [
      { "payments.autoPay.interval": [1] },
      "[ERROR] payments.autoPay.interval tuple value has too few items, expected a length of 2 but got 1 for value: `[1]`",
    ],
    [
      { "payments.offers.a.prices": "free" },
      '[ERROR] payments.offers.a.prices is not matched by any of the provided schemas:\n  Schema 0:\n    payments.offers.a.prices must be one of the following values: include-by-default\n  Schema 1:\n    payments.offers.a.prices must be a `object` type, but the final value was: `"free"`.',
    ],
  ])("%j is refused: %s", (patch, text) => {
    expect(validatePatch(patch)).toBe(text);
  });

  it("prototype pollution: __proto__, constructor and prototype are never keys, fixed or chosen", () => {
    const patches = [
      '{"__proto__": {"x": 1}}',
      '{"constructor.prototype.x": 1}',
      '{"auth.__proto__": {"allowSignUp": true}}',
      '{"payments.items.__proto__": {"displayName": "x"}}',
      '{"payments.items.constructor": {"displayName": "x"}}',
      '{"payments.items.prototype.displayName": "x"}',
    ];
    for (const patch of patches) {
      const [key] = Object.keys(JSON.parse(patch));
      expect(validatePatch(JSON.parse(patch))).toBe(`[ERROR] The key "${key}" is not valid for the schema.`);
    }
    expect(validatePatch(JSON.parse('{"payments.items": {"__proto__": {"displayName": "x"}}}'))).toBe(
      "[ERROR] payments.items contains unknown properties: __proto__",
    );
  });

  it("script in a link: the address of the terms is a web page, never javascript: or data:", () => {
    // Attack: an owner of one project plants a link that runs as script of the site that all projects share.
    for (const address of ["javascript:alert(1)//http://", " https://a.example", "data:text/html,x", "//a.example"]) {
      for (const key of ["appearance.termsUrl", "appearance.privacyUrl"]) {
        expect(validatePatch({ [key]: address })).toBe(`[WARNING] ${key} must start with http:// or https://`);
      }
    }
    expect(validatePatch({ appearance: { termsUrl: "https://a.example/terms", accentColor: "#1F5f4f" } })).toBeNull();
  });

  it("a logo is an image, and help is a page or an email to one address", () => {
    const taken = [
      { "appearance.logoUrl": "https://a.example/logo.svg" },
      { "appearance.logoUrl": "http://localhost:8787/images/logo.png" },
      { "appearance.logoUrl": "http://[::1]:8787/images/logo.png" },
      { "appearance.logoDarkUrl": "data:image/webp;base64,AAAA" },
      { "appearance.supportUrl": "https://a.example/help" },
      { "appearance.supportUrl": "mailto:help@a.example" },
      { "appearance.homeUrl": "https://a.example" },
      { appearance: { radius: "none", font: "mono" } },
      { hostedPages: { enabled: false } },
    ];
    expect(taken.map((patch) => validatePatch(patch))).toEqual(taken.map(() => null));
    const noLogo = "must start with https://, or be a PNG, JPEG, WebP or GIF image as a data: URL";
    const logos = [
      "http://a.example/logo.png",
      "data:image/svg+xml;base64,AAAA",
      "data:text/html;base64,AAAA",
      "data:image/png,<svg>",
      "javascript:alert(1)",
      "/logo.png",
    ];
    for (const logoUrl of logos) {
      expect(validatePatch({ "appearance.logoUrl": logoUrl })).toBe(`[WARNING] appearance.logoUrl ${noLogo}`);
    }
    // Attack: a link for help that runs a script, or that writes a whole email for the user.
    const links = [
      "javascript:alert(1)",
      "mailto:",
      "mailto:a@b.example?bcc=c@d.example",
      "mailto:a@b.example,c@d.example",
    ];
    for (const supportUrl of links) {
      expect(validatePatch({ "appearance.supportUrl": supportUrl })).toBe(
        "[WARNING] appearance.supportUrl must be a web address or begin with mailto:",
      );
    }
    const texts = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`t${at}`, { original: "a", text: "b" }]));
    expect(validatePatch({ appearance: { texts } })).toBe("[WARNING] appearance.texts must have at most 200 entries");
    const text = "b".repeat(999);
    const long = Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`t${at}`, { original: "a", text }]));
    expect(validatePatch({ appearance: { texts: long } })).toBe(
      "[WARNING] appearance.texts must have at most 32768 characters in all",
    );
    expect(validatePatch({ appearance: { texts: { ...long, t0: null } } })).toBeNull();
  });

  it("null is allowed on any key", () => {
    const keys = ["auth", "auth.allowSignUp", "payments.offers.x", "payments.offers.x.freeTrial", "emails.server.host"];
    expect(keys.map((key) => validatePatch({ [key]: null }))).toEqual([
      null,
      null,
      null,
      "[WARNING] payments.offers.prices must be defined",
      null,
    ]);
  });
});

describe("validatePatch, rules", () => {
  const offer = { customerType: "user", prices: {} };
  it.each([
    [{ "payments.offers.x.displayName": "A" }, "[WARNING] payments.offers.prices must be defined"],
    [{ "payments.offers.x": { prices: {} } }, "[WARNING] payments.offers.customerType must be defined"],
    [
      { "payments.offers.x": { ...offer, includedItems: { a: {} } } },
      "[WARNING] payments.offers.includedItems.quantity must be defined",
    ],
    [
      { "payments.offers.x": { ...offer, includedItems: { a: { quantity: 1e308 } } } },
      "[WARNING] payments.offers.includedItems.quantity must be less than or equal to 1000000000",
    ],
    [{ [`emails.themes.${custom}.tsxSource`]: "x" }, "[WARNING] emails.themes.displayName must be defined"],
    [{ [`emails.templates.${custom}`]: { displayName: "x" } }, "[WARNING] emails.templates.tsxSource must be defined"],
    [{ "emails.themes.mine": { displayName: "x", tsxSource: "x" } }, "[WARNING] emails.themes must be a valid UUID"],
    [
      { [`emails.templates.${custom}`]: { displayName: "x", tsxSource: "x", themeId: "mine" } },
      "[WARNING] emails.templates.themeId is invalid",
    ],
    [
      { [`emails.templates.${custom}`]: { displayName: "x", tsxSource: "x", themeId: true } },
      "[WARNING] emails.templates.themeId field must be false",
    ],
    [
      { "domains.trustedDomains.a": { baseUrl: "https://a.example", handlerPath: "handler" } },
      "[WARNING] Handler path must start with /",
    ],
    [
      { "domains.trustedDomains.a": { baseUrl: "https://a.example", handlerPath: `/${"a".repeat(300)}` } },
      "[WARNING] domains.trustedDomains.handlerPath must be at most 300 characters",
    ],
    [{ "domains.trustedDomains.1a": { handlerPath: "/" } }, badUserId("trustedDomain")],
    [{ "payments.items.1a": {} }, badUserId("item")],
    [{ "payments.groups.-a": {} }, badKey("payments.groups.-a")],
    [{ "payments.groups.a:b": {} }, badUserId("group")],
    [{ "payments.offers.a:b": offer }, badUserId("offer")],
    [{ "payments.offers.a": { ...offer, prices: { $p: { USD: "1" } } } }, badUserId("price")],
    [{ "dataVault.stores.$a": {} }, badUserId("store")],
    [{ "appearance.accentColor": "green" }, "[WARNING] appearance.accentColor must be a colour such as #1f5f4f"],
    [{ appearance: { accentColor: "#1f5f4" } }, "[WARNING] appearance.accentColor must be a colour such as #1f5f4f"],
    [{ "appearance.termsUrl": "example.com" }, "[WARNING] appearance.termsUrl must start with http:// or https://"],
    [{ "appearance.termsUrl": "https://a b.com" }, "[WARNING] appearance.termsUrl contains spaces"],
    [{ "appearance.privacyUrl": "https://" }, "[WARNING] appearance.privacyUrl is not a valid URL"],
    [
      { "appearance.termsUrl": "https://shop.example@evil.example/" },
      "[WARNING] appearance.termsUrl must not have a user name or password",
    ],
    [{ "workflows.availableWorkflows.$a": {} }, badUserId("workflow")],
    [{ [`payments.items.${"a".repeat(64)}`]: {} }, "[WARNING] itemId must be at most 63 characters"],
    [{ "rbac.permissions.Read": {} }, '[WARNING] Only lowercase letters, numbers, ":", "_" are allowed'],
    [{ "rbac.permissions.$read_members": {} }, '[WARNING] Only lowercase letters, numbers, ":", "_" are allowed'],
    [
      { "rbac.permissions.a": { containedPermissionIds: { B: true } } },
      '[WARNING] Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed',
    ],
    [{ "rbac.defaultPermissions.signUp": { $fly: true } }, "[WARNING] Invalid system permission"],
    [{ "rbac.defaultPermissions.signUp.a": false }, "[WARNING] rbac.defaultPermissions.signUp field must be true"],
    [
      { "auth.oauth.providers.Google": { type: "google" } },
      '[WARNING] Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed',
    ],
    [{ "emails.server.host": "" }, "[WARNING] emails.server.host must not be empty"],
    [{ "emails.server.password": "a".repeat(71) }, "[WARNING] emails.server.password must be at most 70 characters"],
    // Attack: a password is stored where it is shown, and logged with each email.
    ...[
      "http://u:SECRET@x/",
      "mail.acme.test:25",
      "u@mail.acme.test",
      "not a host",
      "a\r\nb",
      "-x",
      ":::",
      "[a.test]",
    ].map(
      (host) =>
        [{ "emails.server.host": host }, "[WARNING] emails.server.host must be a host name or an IP address"] as [
          object,
          string,
        ],
    ),
    // Attack: a sender's name adds a header, or a recipient, to every email.
    ...["Acme\r\nBcc: victim@inbox.test", "Acme\nX", "Acme\u2028X", "Acme\u0000"].map(
      (senderName) =>
        [
          { "emails.server.senderName": senderName },
          "[WARNING] emails.server.senderName must not contain line breaks or other control characters",
        ] as [object, string],
    ),
    [
      { "emails.server.senderName": "a".repeat(257) },
      "[WARNING] emails.server.senderName must be at most 256 characters",
    ],
    [{ "emails.server.senderEmail": "no-address" }, "[WARNING] emails.server.senderEmail must be a valid email"],
    [{ "emails.server.port": 65536 }, "[WARNING] emails.server.port must be less than or equal to 65535"],
    [{ "emails.server.port": -1 }, "[WARNING] emails.server.port must be greater than or equal to 0"],
    [
      { "payments.offers.a": { ...offer, prices: { p: { USD: "1,5" } } } },
      "[WARNING] Money amount must be in the format of <number> or <number>.<number>",
    ],
    [
      { "payments.offers.a": { ...offer, prices: { p: { USD: "1.555" } } } },
      "[WARNING] Too many decimals; USD only has 2 decimals",
    ],
    [
      { "payments.offers.a": { ...offer, prices: { p: { JPY: "1.5" } } } },
      "[WARNING] Too many decimals; JPY only has 0 decimals",
    ],
    [
      { "payments.offers.a": { ...offer, prices: { p: { EUR: "01" } } } },
      "[WARNING] Money amount must not have leading zeros",
    ],
    [
      { "payments.offers.a": { ...offer, prices: { p: { JPY: "1000000000000" } } } },
      "[WARNING] Money amount must have at most 12 digits before the decimal point",
    ],
    [
      { "payments.offers.a": { ...offer, prices: { p: { interval: [1, "month"] } } } },
      "[WARNING] At least one currency is required",
    ],
  ])("%j is refused: %s", (patch, text) => {
    expect(validatePatch(patch)).toBe(text);
  });

  it.each([
    ["https://a.example", null],
    ["http://localhost:3000/path", null],
    ["https://*.a.example", null],
    ["https://**.a.example:8443", null],
    ["https://preview-*.a.example", null],
    ["https://[::1]:3000", null],
    ["https://*.*.**.*.a.example", null],
    ["https://*.*.*.*.*.a.example", "must have at most 4 wildcards"],
    ["https://a.example/*", "is not a valid URL or wildcard URL pattern"],
    ["https://a.example?q=*", "is not a valid URL or wildcard URL pattern"],
    ["*://a.example", "is not a valid URL or wildcard URL pattern"],
    ["https://*@a.example", "is not a valid URL or wildcard URL pattern"],
    ["https://*\\.a.example", "is not a valid URL or wildcard URL pattern"],
    ["https://a.example\n", "contains spaces"],
    ["https://a..example", "is not a valid URL or wildcard URL pattern"],
    ["https://*.a.example.", "is not a valid URL or wildcard URL pattern"],
    ["https://a.example.", "is not a valid URL or wildcard URL pattern"],
    ["https://.a.example", "is not a valid URL or wildcard URL pattern"],
    ["https://a.example。", "is not a valid URL or wildcard URL pattern"],
    ["https://**..example", "is not a valid URL or wildcard URL pattern"],
    ["https://a.example:*", "is not a valid URL or wildcard URL pattern"],
    ["https://a.example?q=1", "is not a valid URL or wildcard URL pattern"],
    ["https://a.example/?", "is not a valid URL or wildcard URL pattern"],
    ["https://a.example#part", "is not a valid URL or wildcard URL pattern"],
    ["https://user@a.example", "is not a valid URL or wildcard URL pattern"],
    ["https://user:password@a.example", "is not a valid URL or wildcard URL pattern"],
    ["https://@a.example", "is not a valid URL or wildcard URL pattern"],
    ["https://a.example/a\\b", "is not a valid URL or wildcard URL pattern"],
    // Wildcards in disguise, which the URL standard writes as `*`.
    ["https://%2a.com", "is not a valid URL or wildcard URL pattern"],
    ["https://＊.com", "is not a valid URL or wildcard URL pattern"],
    ["https://münchen.example/handler", null],
    ["https://my_app.a.example", null],
    ["ftp://a.example", "is not a valid URL or wildcard URL pattern"],
    ["javascript:alert(1)", "is not a valid URL or wildcard URL pattern"],
    ["myapp://callback", null],
    ["chrome-extension://abcdefghijklmnop", null],
    ["chrome-extension://abcdefghijklmnop/page.html", "is not a valid URL or wildcard URL pattern"],
    ["myapp://*", "is not a valid URL or wildcard URL pattern"],
    ["data://a", "is not a valid URL or wildcard URL pattern"],
    ["a.example", "is not a valid URL or wildcard URL pattern"],
    ["https://a .example", "contains spaces"],
    [`https://a.example/${"a".repeat(300)}`, "must be at most 300 characters"],
  ])("trusted domain %s: %s", (baseUrl, complaint) => {
    expect(validatePatch({ "domains.trustedDomains.a": { baseUrl, handlerPath: "/handler" } })).toBe(
      complaint && `[WARNING] domains.trustedDomains.baseUrl ${complaint}`,
    );
  });

  it("a project trusts at most 100 domains, those that it has already among them", () => {
    const domain = { baseUrl: "https://a.example", handlerPath: "/handler" };
    const stored = Object.fromEntries(
      Array.from({ length: 100 }, (_, count) => [`domains.trustedDomains.d${count}`, domain]),
    );
    const complaint = "[WARNING] domains.trustedDomains must have at most 100 entries";
    expect(validatePatch(stored)).toBeNull();
    expect(validatePatch({ "domains.trustedDomains.more": domain }, stored)).toBe(complaint);
    expect(
      validatePatch({ "domains.trustedDomains.more": domain, "domains.trustedDomains.d1": null }, stored),
    ).toBeNull();
  });

  // Evidence: default-permissions-are-few
  it("a project has at most 100 default permissions of each kind, those that it has already among them", () => {
    // Attack: eight thousand default permissions, of which each new member of a team is an event for each endpoint.
    const set = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, true]));
    const key = "rbac.defaultPermissions.teamMember";
    const complaint = "[WARNING] rbac.defaultPermissions must have at most 100 entries of each kind";
    const stored = { [key]: set(100), "rbac.defaultPermissions.signUp": set(100) };
    expect(validatePatch(stored)).toBeNull();
    expect(validatePatch({ [`${key}.more`]: true }, stored)).toBe(complaint);
    expect(validatePatch({ [`${key}.more`]: true, [`${key}.p1`]: null }, stored)).toBeNull();
    expect(validatePatch({ "rbac.defaultPermissions": { signUp: set(101) } })).toBe(complaint);
  });

  it("accepts the random ids of trusted domains, also when they begin with a digit", () => {
    const domain = { baseUrl: "https://a.example", handlerPath: "/handler" };
    expect(validatePatch({ "domains.trustedDomains.0b1f6a35-6f2b-4a3b-8c8e-3d0f8a1b2c3d": domain })).toBeNull();
  });

  it("a forged sealed secret is refused: it would be stored and opened as our own", () => {
    expect(validatePatch({ "auth.oauth.providers.google.clientSecret": "sealed:v1:AAAA" })).toBe(
      "[WARNING] auth.oauth.providers.clientSecret must not begin like a sealed secret",
    );
    expect(validatePatch({ emails: { "server.password": "sealed:v1:AAAA" } })).toBe(
      "[WARNING] emails.server.password must not begin like a sealed secret",
    );
  });

  it("a field may be patched alone when what is stored completes its entity", () => {
    const stored = { "payments.offers.pro": { ...offer, displayName: "Pro" } };
    expect(validatePatch({ "payments.offers.pro.displayName": "Professional" }, stored)).toBeNull();
    expect(validatePatch({ "payments.offers.pro.prices": null }, stored)).toBe(
      "[WARNING] payments.offers.prices must be defined",
    );
    expect(validatePatch({ "emails.themes.1df07ae6-abf3-4a40-83a5-a1a2cbe336ac.tsxSource": "changed" })).toBeNull();
  });

  it("what is stored elsewhere, sealed secrets among it, does not stand in the way", () => {
    const stored = {
      "emails.server": { host: "", password: `sealed:v1:${"a".repeat(100)}` },
      "payments.offers.broken": {},
    };
    expect(validatePatch({ "emails.server.senderName": "Acme", "auth.allowSignUp": false }, stored)).toBeNull();
  });

  it.each([
    "h",
    "mail.acme.test",
    "mail.acme.test.",
    "smtp_relay.acme.test",
    "bücher.example",
    "127.1",
    "[::1]",
    "2001:db8::1",
  ])("the mail server's host may be %s", (host) => expect(validatePatch({ "emails.server.host": host })).toBeNull());

  it("the name of a sender may have quotes and letters of any script", () => {
    expect(validatePatch({ "emails.server.senderName": 'Ada "Countess" <Мир> 👩‍👩‍👧' })).toBeNull();
  });

  it("never throws; what it accepts is accepted again once stored, and renders (3,000 random patches)", () => {
    const random = seeded(42);
    let accepted = 0;
    for (let round = 0; round < 3_000; round++) {
      const patch = round % 2 ? randomOverride(random) : hostileJson(random);
      const complaint = validatePatch(patch);
      expect(complaint === null || /^\[(FORMAT ERROR|ERROR|WARNING)\]/.test(complaint)).toBe(true);
      if (complaint !== null) continue;
      accepted++;
      const stored = applyPatch({}, patch);
      expect(validatePatch(patch, stored)).toBeNull();
      renderConfig(stored);
    }
    expect(accepted).toBeGreaterThan(0);
  });
});

describe("findOversize", () => {
  const theme = (bytes: number) => ({
    [`emails.themes.${custom}`]: { displayName: "x", tsxSource: "x".repeat(bytes) },
  });

  it("a source may have 512 KiB, in any spelling and counted in bytes", () => {
    expect(findOversize(theme(524_288))).toBeNull();
    expect(findOversize(theme(524_289))).toBe("emails.themes.tsxSource must be at most 524288 bytes");
    expect(findOversize({ emails: { [`templates.${custom}.tsxSource`]: "é".repeat(262_145) } })).toBe(
      "emails.templates.tsxSource must be at most 524288 bytes",
    );
  });

  it("the whole override may have 1 MiB as JSON", () => {
    const envelope = '{"workflows.availableWorkflows.w.tsSource":""}'.length;
    const source = (bytes: number) => ({ "workflows.availableWorkflows.w.tsSource": "x".repeat(bytes - envelope) });
    expect(findOversize(source(1_048_576))).toBeNull();
    expect(findOversize(source(1_048_577))).toBe("the configuration override must be at most 1048576 bytes");
  });
});
