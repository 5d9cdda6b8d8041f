import { Component, type ReactNode } from "react";

type Fallback = (error: unknown, tryAgain: () => void) => ReactNode;

/** Shows `fallback` in place of what threw while rendering, until it is tried again. */
export class FailureBoundary extends Component<
  { fallback: Fallback; children: ReactNode },
  { failure: { error: unknown } | undefined }
> {
  override state: { failure: { error: unknown } | undefined } = { failure: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback(failure.error, () => this.setState({ failure: undefined }));
  }
}
