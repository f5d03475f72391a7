import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './theme/themes.css'
import './theme/base.css'
import './theme/forced-colors.css'
import { call } from './api/call.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app/app.tsx'
import { loadAhead, loadWayIn } from './app/load-ahead.ts'
import { noteMissingParts } from './app/missing-parts.ts'
import { startWorker } from './app/new-version.ts'
import { Providers } from './app/providers.tsx'
import { createRouter, ROUTE_KEY } from './app/router/router.ts'
import { changeUser } from './features/accounts/session.ts'
import { readStored } from './storage/stored.ts'
import { showThemeInBrowserBars } from './theme/browser-bars.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root element')

// A call that needs the token fetches it again, so a failure here may pass.
call('GET /api/csrf/').catch(() => undefined)

const wasHereBefore = readStored(localStorage, ROUTE_KEY) !== null
const router = createRouter(window)
if (wasHereBefore) loadAhead(router.place().route)
else loadWayIn()

const client = createQueryClient((cache) => changeUser(cache, null))

if (import.meta.env.PROD) startWorker()
noteMissingParts()
showThemeInBrowserBars()

createRoot(root).render(
  <StrictMode>
    <Providers router={router} client={client}>
      <App />
    </Providers>
  </StrictMode>,
)
