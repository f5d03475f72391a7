import { createContext, use, useSyncExternalStore } from 'react'
import type { Place } from './place.ts'
import type { ResetLink, Router } from './router.ts'

export const RouterContext = createContext<Router | null>(null)

export function useRouter(): Router {
  const router = use(RouterContext)
  if (router === null) throw new Error('useRouter needs a RouterContext above it')
  return router
}

export function usePlace(): Place {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.place)
}

export function useResetLink(): ResetLink | null {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.resetLink)
}
