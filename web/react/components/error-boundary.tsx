import { Component, type ReactNode } from "react";

type Fallback = (error: unknown, retry: () => void) => ReactNode;
type State = { failure: { error: unknown } | undefined };

/** Renders `fallback` in place of children that threw while rendering, until it retries. */
export class ErrorBoundary extends Component<{ fallback: Fallback; children: ReactNode }, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback(failure.error, () => this.setState({ failure: undefined }));
  }
}
