import type { Hono } from "hono";
import type { AnyClaims, Authentication } from "./authentication";
import type { Endpoint, EndpointSpec } from "./endpoint";
import type { Failure } from "./failing";
import { handleRequest, handleUnknownPath, type RouterOptions, wireCodec } from "./handle-request";
import type {
  AnyCaller,
  AnyHandler,
  Handler,
  PreparedHandler,
  Route,
  Statements,
  Write,
  WritingHandler,
} from "./handler";
import type { TakesTurns } from "./request-body";

type HonoApp = Hono<{ Bindings: Env }>;

/** Endpoints with their handlers, mounted by path and method. */
export class Router<Tools extends TakesTurns, Claims extends AnyClaims, Caller extends AnyCaller> {
  private readonly routes = new Map<string, Route<Tools>>();

  constructor(
    private readonly authentication: Authentication<Tools, Claims, Caller, Failure>,
    private readonly options: RouterOptions<Tools>,
  ) {}

  get endpoints(): Endpoint[] {
    return [...this.routes.values()].map(({ endpoint }) => endpoint);
  }

  /** Gives an endpoint its handler. */
  route<Spec extends EndpointSpec>(
    endpoint: Endpoint<Endpoint["key"], Spec>,
    handler: Handler<Tools, Caller, Spec>,
  ): void;
  route<Spec extends EndpointSpec, S extends Statements, Begun>(
    endpoint: Endpoint<Endpoint["key"], Spec>,
    handler: PreparedHandler<
      Tools,
      Caller,
      Spec,
      S,
      Claims["provenProjectId"],
      ReturnType<Claims["provenLately"]>,
      Begun
    >,
  ): void;
  route<Spec extends EndpointSpec, W extends Write>(
    endpoint: Endpoint<Endpoint["key"], Spec>,
    handler: WritingHandler<Tools, Caller, Spec, W, ReturnType<Claims["assume"]>>,
  ): void;
  route(endpoint: Endpoint, handler: AnyHandler<Tools> | AnyHandler<Tools>["handle"]): void {
    if (this.routes.has(endpoint.key)) throw new Error(`${endpoint.key} has two handlers`);
    this.routes.set(endpoint.key, { endpoint, handler: typeof handler === "function" ? { handle: handler } : handler });
  }

  /**
   * Mounts everything below `prefix`.
   *
   * @param rest loads the app that all other paths are passed to; without it they are unknown
   */
  mount(app: HonoApp, prefix: string, rest?: () => Promise<HonoApp>): void {
    const { authentication, options } = this;
    this.mountEndpoints(app, prefix);
    app.all(`${prefix}/*`, async (context) => {
      if (!rest) return handleUnknownPath(context, authentication, options);
      return (await rest()).fetch(context.req.raw, context.env, context.executionCtx);
    });
  }

  /**
   * Mounts the endpoints alone. Fixed paths come before those with parameters, and each path refuses other methods before a less
   * specific path can take the request.
   */
  mountEndpoints(app: HonoApp, prefix: string): void {
    const { authentication, options } = this;
    const { methodNotAllowed } = options.codec ?? wireCodec;
    const paths = Map.groupBy(this.routes.values(), ({ endpoint }) => endpoint.path);
    for (const [path, routes] of [...paths].sort(([a], [b]) => bySpecificity(a, b))) {
      const pattern = prefix + path.replaceAll(/\{(\w+)\}/g, ":$1").replace(/\/$/, "");
      const allow = allowedMethods(routes.map(({ endpoint }) => endpoint));
      for (const route of routes) {
        app.on(route.endpoint.method, pattern, (context) =>
          context.req.method === "HEAD" && route.endpoint.refusesHead
            ? methodNotAllowed(allow)
            : handleRequest(context, route, authentication, options),
        );
      }
      app.all(pattern, () => methodNotAllowed(allow));
    }
  }
}

function allowedMethods(endpoints: readonly Endpoint[]): string {
  const methods = endpoints.flatMap(({ method, refusesHead }) =>
    method === "GET" && !refusesHead ? ["GET", "HEAD"] : [method],
  );
  return [...methods, "OPTIONS"].join(", ");
}

/** Fixed segments before parameters, from left to right; an order of all paths, whatever their lengths. */
function bySpecificity(a: string, b: string): number {
  const [left = "", right = ""] = [a, b].map((path) =>
    path.replaceAll(/[^/]+/g, (segment) => (segment.startsWith("{") ? "1" : "0")).replaceAll("/", ""),
  );
  return left.localeCompare(right);
}
