import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './theme/themes.css'
import './theme/base.css'
import './theme/forced-colors.css'
import { call } from './api/call.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app/app.tsx'
import { loadAhead } from './app/load-ahead.ts'
import { Providers } from './app/providers.tsx'
import { createRouter, ROUTE_KEY } from './app/router/router.ts'
import { changeUser } from './features/accounts/session.ts'
import { readStored } from './storage/stored.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root element')

// A call that needs the token fetches it again, so a failure here may pass.
call('GET /api/csrf/').catch(() => undefined)

const wasHereBefore = readStored(localStorage, ROUTE_KEY) !== null
const router = createRouter(window)
if (wasHereBefore) loadAhead(router.place().route)

const client = createQueryClient((cache) => changeUser(cache, null))

// Nothing that is shown waits for the worker; without it, the page works all the same.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  })
}

createRoot(root).render(
  <StrictMode>
    <Providers router={router} client={client}>
      <App />
    </Providers>
  </StrictMode>,
)
