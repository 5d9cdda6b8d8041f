/** A word of a dialect, with the field's term for it. */
export interface ForbiddenWord {
  /** The words of an identifier stand apart, so that `sentMail` is read as `sent mail`. */
  word: RegExp;
  instead: string;
  /** Is true if it is looked for in identifiers alone: in prose it is a word as any other. */
  isInNamesOnly?: boolean;
  /**
   * These names stay, some of them in a folder or file only. Other software, the wire or the storage has chosen them, or they are
   * superlatives of data.
   */
  except?: readonly string[];
}

export const forbiddenWords: readonly ForbiddenWord[] = [
  {
    // What a letter, a digit or a sign joins to it is an address, a path or an id.
    word: /(?<![\w$@./=&?#%+-])[Mm]ail(s|ed|ing)?(?![\w$@=(-]|\.\w|:\/\/|\s+(\*\s+)?[Ss]ervers?\b)/,
    instead: "email",
    except: [
      "firstMail",
      "mailFrom",
      "isProvenByMailAlone",
      "MailIcon",
      "MailXIcon",
      "mail in web/dashboard/emails/",
      "mail in web/dashboard/users/user/",
      "mails in web/dashboard/users/user/",
      "mail in worker/features/health/",
      "mail in worker/features/discovery/",
      "mail in worker/features/oauth-providers/",
      "mail in worker/platform/rate-limits.ts",
      "mail in scripts/testing/oauth-vendor-shapes.ts",
    ],
  },
  { word: /\bemails? to many\b/i, instead: "bulk email" },
  { word: /(?<![\w-])installations?(?![\w-]| of another package)/i, instead: "instance" },
  { word: /\broll(s|ed|ing)? out\b/i, instead: "deploy" },
  { word: /^answer(s|ed)?\b|\banswers?$/, instead: "response", isInNamesOnly: true },
  {
    word: /^(most|longest|heaviest|largest|biggest|fewest|shortest|least) /,
    instead: "max or min",
    isInNamesOnly: true,
    except: [
      "mostSevere",
      "leastRecentlyUsed",
      "longestAgo",
      "longestRun",
      "longestTexts",
      "heaviestLoad",
      "shortestPathBack",
    ],
  },
];
