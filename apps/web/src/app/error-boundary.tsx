import { Component, type ReactNode } from 'react'
import { ErrorFallback } from './error-fallback.tsx'

type Props = { children: ReactNode }
type State = { failure: { error: unknown } | null }

/** Shows {@link ErrorFallback} when a descendant fails to render. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override render() {
    return this.state.failure === null ? (
      this.props.children
    ) : (
      <ErrorFallback error={this.state.failure.error} />
    )
  }
}
