interface ImportMetaEnv {
  /** Address of the API, without a path. */
  readonly VITE_API_URL: string;
  /** Publishable client key of the internal project. */
  readonly VITE_INTERNAL_PUBLISHABLE_CLIENT_KEY: string;
}
