import type { ReactNode } from "react";

/** Simple drawings of the logos of the providers that can be enabled, 24 units wide and high. */
export const providerLogos: Readonly<Record<string, ReactNode>> = {
  google: (
    <g fill="none" strokeWidth="4">
      <path stroke="#ea4335" d="M18.1 6.9A8 8 0 0 0 4.8 8.6" />
      <path stroke="#fbbc05" d="M4.8 8.6a8 8 0 0 0 0 6.8" />
      <path stroke="#34a853" d="M4.8 15.4a8 8 0 0 0 12.9 2.3" />
      <path stroke="#4285f4" d="M17.7 17.7A8 8 0 0 0 20 12h-7.5" />
    </g>
  ),
  github: (
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21ZM7.2 9.2c-1.6 3.2-.2 6.2 3 6.9-.6.5-.8 1.2-.8 2-1 .4-2 0-2.7-1.2-.3-.5-.8-.7-1.3-.6 1 .5 1.2 3 4 2.8v2.6h5.2v-4c0-.8-.3-1.3-.7-1.6 3.2-.7 4.6-3.7 3-6.9.2-.9.1-1.8-.2-2.7-1 0-2 .5-2.8 1.1a9 9 0 0 0-3.8 0C9.3 7 8.3 6.5 7.4 6.5c-.3.9-.4 1.8-.2 2.7Z"
    />
  ),
  microsoft: (
    <>
      <path fill="#f25022" d="M2 2h9.5v9.5H2z" />
      <path fill="#7fba00" d="M12.5 2H22v9.5h-9.5z" />
      <path fill="#00a4ef" d="M2 12.5h9.5V22H2z" />
      <path fill="#ffb900" d="M12.5 12.5H22V22h-9.5z" />
    </>
  ),
  spotify: (
    <>
      <circle cx="12" cy="12" r="11" fill="#1ed760" />
      <path
        fill="none"
        stroke="#000"
        strokeLinecap="round"
        strokeWidth="1.9"
        d="M6 8.6c4-1.2 8.5-.8 12 1.2M6.6 12.2c3.4-1 7-.6 10 1.1M7.2 15.6c2.8-.8 5.7-.4 8.1 1"
      />
    </>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="11" fill="#0866ff" />
      <path fill="none" stroke="#fff" strokeWidth="2.8" d="M16.3 7.3h-1.4c-1.5 0-2.2.8-2.2 2.2V23M9 13.4h6.6" />
    </>
  ),
  discord: (
    <path
      fill="#5865f2"
      fillRule="evenodd"
      d="M8.9 4.5 8.3 5.7a18 18 0 0 1 7.4 0l-.6-1.2c1.5.2 2.9.7 4.1 1.3 2.4 3.6 3.5 7.5 3.2 11.7a14 14 0 0 1-5.2 2.5l-1.2-1.9 1.8-.9-.4-.3a14 14 0 0 1-10.8 0l-.4.3 1.8.9L6.8 20a14 14 0 0 1-5.2-2.5C1.3 13.3 2.4 9.4 4.8 5.8c1.2-.6 2.6-1.1 4.1-1.3ZM8.6 10.3c-1 0-1.9 1-1.9 2.2s.9 2.2 1.9 2.2 1.9-1 1.9-2.2-.9-2.2-1.9-2.2Zm6.8 0c-1 0-1.9 1-1.9 2.2s.9 2.2 1.9 2.2 1.9-1 1.9-2.2-.9-2.2-1.9-2.2Z"
    />
  ),
  gitlab: (
    <>
      <path fill="#e24329" d="m12 22 4.6-12.5H7.4z" />
      <path fill="#fc6d26" d="M12 22 7.4 9.5H2.5zM12 22l4.6-12.5h4.9z" />
      <path fill="#fca326" d="M2.5 9.5 1 14l11 8zM21.5 9.5 23 14l-11 8zM5 2 2.5 9.5h4.9zM19 2l2.5 7.5h-4.9z" />
    </>
  ),
  bitbucket: <path fill="#2684ff" fillRule="evenodd" d="M1.5 3h21l-3 18h-15zm7.3 6 1 6.5h4.4l1-6.5z" />,
  linkedin: (
    <>
      <rect x="1.5" y="1.5" width="21" height="21" rx="3" fill="#0a66c2" />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2.8"
        d="M7 10v9M12 10v9m0-5c0-1.7 1-2.9 2.5-2.9s2.5 1 2.5 2.9v5M7 5.4v2.8"
      />
    </>
  ),
  apple: (
    <path
      fill="currentColor"
      d="M12.2 7.4c1-.7 2.4-1.2 3.8-1.1 1.7.1 3 .9 3.8 2.1-3.3 2-2.8 6.5.7 7.8-.9 2.8-2.8 5.5-4.7 5.5-1.4 0-1.9-.8-3.5-.8s-2.2.8-3.5.8C6.2 21.7 3.6 17 3.6 13c0-4 2.5-6.4 5.2-6.6 1.4 0 2.5.6 3.4 1ZM11.9 6.2C11.7 3.7 13.7 1.5 16 1.3c.3 2.5-1.7 4.8-4.1 4.9Z"
    />
  ),
  x: (
    <path
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      d="M3.5 3.5h4.2l12.8 17h-4.2zM19.8 3.5l-6.6 7.2M10.6 13.5l-6.4 7"
    />
  ),
  twitch: (
    <path
      fill="none"
      stroke="#9146ff"
      strokeWidth="2.2"
      strokeLinejoin="round"
      d="M6 2.5h14.5v11L16 18h-4l-3.5 3.5V18h-5V6zM11.5 7v5.5M16 7v5.5"
    />
  ),
};
