import { createContext, use, useSyncExternalStore } from 'react'
import type { Location } from './location.ts'
import type { ResetLink, Router } from './router.ts'

export const RouterContext = createContext<Router | null>(null)

export function useRouter(): Router {
  const router = use(RouterContext)
  if (router === null) throw new Error('useRouter must be used within a RouterContext')
  return router
}

export function useLocation(): Location {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.location)
}

export function useResetLink(): ResetLink | null {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.resetLink)
}
