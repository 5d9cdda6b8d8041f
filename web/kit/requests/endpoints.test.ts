import { describe, expectTypeOf, it } from "vitest";
import type { Caller } from "./caller";
import type { ResponseOf } from "./endpoints";
import { wireNames } from "./wire-names";

// Each line is checked by the compiler: an error that is not there any more fails like one that is. Nothing is called.

type Client = Caller<"client">;
type Server = Caller<"server">;

const params = { team_id: "t1" };

describe("a request compiles", () => {
  it("with an endpoint of its tier, or of a lower one", () => {
    void ((client: Client) => client.read("GET /users/me"));
    void ((server: Server) => server.read("GET /users/{user_id}", { params: { user_id: "u1" } }));
    void ((admin: Caller<"admin">) => admin.read("GET /users", { query: { desc: true, limit: 2 } }));
    expectTypeOf<Server>().toExtend<Caller>();
    expectTypeOf<Client>().toExtend<Caller>();
  });

  it("with the fields of its tier, and JSON of any kind as metadata", () => {
    const server_metadata = { list: [1, "two"] as const, absent: undefined };
    void ((server: Server) => server.write("PATCH /teams/{team_id}", { params, body: { server_metadata } }));
    void ((any: Caller, changes: { displayName?: string }) =>
      any.write("PATCH /teams/{team_id}", { params, body: wireNames(changes) }));
  });
});

describe("a request does not compile", () => {
  it("with a wrong path or method", () => {
    // @ts-expect-error: no such path
    void ((client: Client) => client.read("GET /users/myself"));
    // @ts-expect-error: no such method
    void ((client: Client) => client.write("PUT /teams/{team_id}", { params, body: {} }));
    // @ts-expect-error: a write
    void ((client: Client) => client.read("DELETE /auth/sessions/current"));
  });

  it("with an endpoint of a higher tier", () => {
    // @ts-expect-error: of the server tier
    void ((client: Client) => client.read("GET /users/{user_id}", { params: { user_id: "u1" } }));
    // @ts-expect-error: of the admin tier
    void ((server: Server) => server.read("GET /internal/config"));
    // @ts-expect-error: not of every tier
    void ((any: Caller) => any.read("GET /users"));
    expectTypeOf<Client>().not.toExtend<Server>();
    expectTypeOf<Caller>().not.toExtend<Server>();
  });

  it("without a parameter of its path, or with a wrong one", () => {
    // @ts-expect-error: no parameters
    void ((client: Client) => client.read("GET /teams/{team_id}"));
    // @ts-expect-error: an empty set of them
    void ((client: Client) => client.read("GET /teams/{team_id}", { params: {} }));
    // @ts-expect-error: another name
    void ((client: Client) => client.read("GET /teams/{team_id}", { params: { id: "t1" } }));
  });

  it("with a wrong field in its query", () => {
    // @ts-expect-error: no such field
    void ((client: Client) => client.read("GET /teams", { query: { user: "me" } }));
    // @ts-expect-error: another type
    void ((server: Server) => server.read("GET /users", { query: { limit: "2" } }));
    // @ts-expect-error: takes no query
    void ((client: Client) => client.read("GET /users/me", { query: { team_id: "t1" } }));
  });

  it("with a wrong field in its body, also in that of a variable", () => {
    // @ts-expect-error: no such field
    void ((client: Client) => client.write("PATCH /teams/{team_id}", { params, body: { name: "Core" } }));
    void ((client: Client, changes: { displayNam?: string }) =>
      // @ts-expect-error: no such field
      client.write("PATCH /teams/{team_id}", { params, body: wireNames(changes) }));
    const body = { password: "x", passwort: "y" };
    // @ts-expect-error: one field too many
    void ((client: Client) => client.write("POST /auth/password/set", { body }));
    // @ts-expect-error: another type
    void ((client: Client) => client.write("POST /auth/password/set", { body: { password: 1 } }));
    // @ts-expect-error: a field is missing
    void ((client: Client) => client.write("POST /auth/password/sign-in", { body: { email: "a@b.co" } }));
    // @ts-expect-error: of the server tier
    void ((client: Client) => client.write("PATCH /users/me", { body: { server_metadata: 1 } }));
  });
});

describe("a response", () => {
  it("has the fields of its tier", () => {
    expectTypeOf<ResponseOf<"GET /users/me", "server">>().toHaveProperty("server_metadata");
    expectTypeOf<ResponseOf<"GET /users/me", "admin">>().toHaveProperty("server_metadata");
    expectTypeOf<ResponseOf<"GET /users/me", "client">>().not.toHaveProperty("server_metadata");
    expectTypeOf<ResponseOf<"GET /users/me", "client" | "server">>().not.toHaveProperty("server_metadata");
    expectTypeOf<ResponseOf<"GET /users/me">>().not.toHaveProperty("full_name");
    expectTypeOf<ResponseOf<"GET /teams">["items"][number]["display_name"]>().toBeString();
  });

  it("has no other field", () => {
    // @ts-expect-error: no tier sends it
    void (async (server: Server) => (await server.read("GET /users/me")).full_name);
    // @ts-expect-error: only the server and admin tiers are sent it
    void (async (client: Client) => (await client.read("GET /users/me")).server_metadata);
  });
});
