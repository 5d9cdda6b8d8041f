const encode = (part: object) => btoa(JSON.stringify(part)).replace(/=+$/, "");

const claims = {
  sub: "u1",
  exp: 4_000_000_000,
  iss: "https://api.example.com",
  aud: "p1",
  project_id: "p1",
  branch_id: "main",
  refresh_token_id: "s1",
  role: "authenticated",
  name: "Zoe",
  email: "zoe@example.com",
  email_verified: true,
  selected_team_id: null,
  is_anonymous: false,
};

/** Unsigned: the kit reads the claims and does not verify the signature. */
export const accessToken = `${encode({ alg: "ES256" })}.${encode(claims)}.signature`;
