/// <reference types="vite/types/importMeta.d.ts" />
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { router } from "./app";
import { endpoints, endpointsOf } from "./contracts";
import type { Endpoint } from "./protocol/endpoint";
import { textTemplateOf } from "./protocol/error-definitions";
import type { Failure } from "./protocol/failing";
import { rareRouter, svixRouter } from "./rare-routes";

/** The contracts and the text of the tests in all folders, so that none can be left out. */
const contracts = import.meta.glob<Record<string, unknown>>("./**/contract.ts", { eager: true });
const tests = import.meta.glob<string>("./**/*.{test,fixtures}.ts", { eager: true, query: "?raw", import: "default" });

/** Tests that several endpoints share, such as the rules on a new password. */
const shared = import.meta.glob<string>("./testing/*.ts", { eager: true, query: "?raw", import: "default" });

const slices = Object.entries(contracts).map(([file, contract]) => ({
  folder: file.slice(0, -"contract.ts".length),
  endpoints: endpointsOf(contract),
  grouped: Object.values(contract).filter(isGroup).flatMap(endpointsOf),
  exported: new Set(Object.values(contract)),
}));

/** Endpoints that one declaration makes for several bases, tested for all of them together. */
function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Errors that several slices share are tested in any of them. */
const allTests = Object.values(tests).join("\n");

const keysOf = (some: readonly Endpoint[]) => some.map(({ key }) => key).sort();

/**
 * Returns the text of the tests in a slice's folder, without those of another slice inside it. It includes the text of the shared tests
 * that they import.
 */
function testsOf(folder: string): string {
  const inside = slices.map((slice) => slice.folder).filter((other) => other !== folder && other.startsWith(folder));
  const own = Object.entries(tests)
    .filter(([file]) => file.startsWith(folder) && !inside.some((other) => file.startsWith(other)))
    .map(([, text]) => text)
    .join("\n");
  const called = Object.entries(shared).filter(([file]) => own.includes(file.slice(1, -".ts".length)));
  return [own, ...called.map(([, text]) => text)].join("\n");
}

/** Tells whether a test has a `describe` that is titled by a key, directly or through a constant. */
function describes(text: string, key: string): boolean {
  const constant = text.split(` = "${key}"`, 1)[0]?.match(/const (\w+)$/)?.[1];
  return text.includes(`describe("${key}"`) || (constant !== undefined && text.includes(`describe(${constant},`));
}

/** Tells whether a test expects an error: a code in quotes, or the words of a text around its details. */
function mentions(text: string, failure: Failure): boolean {
  if (typeof failure === "string") return text.includes(`"${failure}"`);
  const words = textTemplateOf(failure).split(/\{\w+\}/);
  return words.every((each) => text.includes(each.trim()));
}

describe("the endpoints of all contracts", () => {
  it("are gathered, each of them once", () => {
    const declared = new Set(slices.flatMap((slice) => [...slice.endpoints, ...slice.grouped]));
    expect(keysOf(endpoints)).toEqual(keysOf([...declared]));
    expect(new Set(keysOf(endpoints)).size).toBe(endpoints.length);
  });

  // Evidence: have-routes-app-has-others
  it("have their routes in the app, which has no others", () => {
    expect(keysOf([...router.endpoints, ...rareRouter.endpoints, ...svixRouter.endpoints])).toEqual(keysOf(endpoints));
  });

  // A path that the app has is not passed on to what is loaded later, whatever the method.
  it("have no route among the rare ones whose path the app takes", () => {
    const segments = ({ path }: Endpoint) => path.split("/");
    const takes = (pattern: string[], path: string[]) =>
      pattern.length === path.length && pattern.every((each, index) => each.startsWith("{") || each === path[index]);
    const taken = [...rareRouter.endpoints, ...svixRouter.endpoints].filter((rare) =>
      router.endpoints.some((own) => takes(segments(own), segments(rare))),
    );
    expect(keysOf(taken)).toEqual([]);
  });

  it("have a summary of one line", () => {
    const unclear = endpoints.filter(({ summary }) => !/^\S.{5,}[^.\s]$/.test(summary));
    expect(keysOf(unclear)).toEqual([]);
  });

  it("declare the parameters of their path, no others and none twice", () => {
    const wrong = endpoints.filter(({ path, params }) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
      return named.toSorted().join() !== declared.toSorted().join();
    });
    expect(keysOf(wrong)).toEqual([]);
  });
});

describe.each(slices.filter((slice) => slice.endpoints.length > 0))("the tests beside $folder", (slice) => {
  const text = testsOf(slice.folder);

  it("describe each endpoint under its key", () => {
    const missing = slice.endpoints.filter(({ key }) => !describes(text, key));
    expect(keysOf(missing)).toEqual([]);
  });

  it("provoke each error that an endpoint declares", () => {
    const declared = new Set(slice.endpoints.flatMap(({ errors = [] }) => errors));
    const untested = [...declared].filter((failure) =>
      slice.exported.has(failure) || typeof failure === "string"
        ? !mentions(text, failure)
        : !mentions(allTests, failure),
    );
    expect(untested).toEqual([]);
  });
});
