import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { LoginScreen } from '../features/accounts/login-screen.tsx'
import { Splash } from './app.tsx'

const ignore = () => undefined

/**
 * The HTML that the page shows until its script has run: the login screen on a first visit, and the splash otherwise.
 * The build renders it, and a script in the page hides one of the two. It is inert, because it is replaced.
 */
export function renderFirstScreens(): string {
  return renderToStaticMarkup(
    <>
      <div className="first-screen" data-screen="login" inert>
        <QueryClientProvider client={new QueryClient()}>
          <LoginScreen resetLink={null} onSignedIn={ignore} onRegister={ignore} />
        </QueryClientProvider>
      </div>
      <div className="first-screen" data-screen="splash">
        <Splash />
      </div>
    </>,
  )
}
