/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly GATEHOUSE_API_URL: string;
  readonly GATEHOUSE_PROJECT_ID: string;
  readonly GATEHOUSE_PUBLISHABLE_CLIENT_KEY: string;
}
