import { Component, type ReactNode } from 'react'
import { Button } from '../ui/forms/button.tsx'
import styles from './error-boundary.module.css'

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

function ErrorFallback({ error }: { error: unknown }) {
  return (
    <div className={styles.box} role="alert">
      {isChunkError(error) ? (
        <p className={styles.title}>
          We couldn't load this part of the page. Check your connection, then reload the page.
        </p>
      ) : (
        <>
          <p className={styles.title}>Something went wrong:</p>
          <pre className={styles.text}>{error instanceof Error ? error.message : String(error)}</pre>
        </>
      )}
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </div>
  )
}

const chunkErrors = new WeakSet<object>()

export function trackChunkErrors(): void {
  addEventListener('vite:preloadError', (event) => {
    chunkErrors.add(event.payload)
  })
}

/** Whether a chunk failed to load, because a newer build replaced it or the network is unavailable. */
function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.has(error)
}
