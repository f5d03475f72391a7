import { Component, type ReactNode } from 'react'
import { CrashBox } from './crash-box.tsx'

type Props = { children: ReactNode }
type State = { crash: { error: unknown } | null }

/** Shows the crash box for anything below it that fails to render. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { crash: null }

  static getDerivedStateFromError(error: unknown): State {
    return { crash: { error } }
  }

  override render() {
    return this.state.crash === null ? this.props.children : <CrashBox error={this.state.crash.error} />
  }
}
