interface ImportMetaEnv {
  /** Address of the API, without a path. */
  readonly VITE_API_URL: string;
  /** Publishable client key of the internal project. */
  readonly VITE_INTERNAL_PUBLISHABLE_CLIENT_KEY: string;
  /** The mailbox of `npm run dev`: where it takes emails, and where its page is. */
  readonly VITE_LOCAL_MAILBOX: { readonly smtpPort: number; readonly url: string } | undefined;
}
