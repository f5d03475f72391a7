import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import type { ApiResponse } from '../../api/api-client.ts'
import { operationQuery, useSend } from '../../api/operations.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { lazyPart, preload } from '../../ui/lazy-named.ts'
import { CountBadge } from '../../ui/navigation/tabs.tsx'

const loadInbox = () => import('./inbox.tsx')

const InboxPanel = lazyPart(loadInbox, 'InboxPanel')

export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const { data } = useQuery(unreadQuery)
  const count = data?.count ?? 0
  return (
    <>
      <IconButton
        label={count === 0 ? 'Inbox' : `Inbox, ${count} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
        onPointerEnter={() => void preload(loadInbox).catch(() => undefined)}
      >
        <BellIcon size={20} aria-hidden="true" />
        <CountBadge count={count} isCorner />
      </IconButton>
      {wasOpened ? <InboxPanel unread={count} isOpen={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

type Unread = ApiResponse<'GET /api/inbox/unread/'>

export const INBOX_KEY = ['inbox'] as const

/** How often a page without an event stream looks for something new. */
const POLL_INTERVAL_MS = 60_000

export const unreadQuery = operationQuery('GET /api/inbox/unread/', [...INBOX_KEY, 'unread'], {
  refetchInterval: POLL_INTERVAL_MS,
})

export const useVisitTab = (league: string) =>
  useSend(
    'POST /api/league/:league/visits/',
    (tab: Unread['tabs'][number]['tab']) => ({ params: { league }, body: { tab } }),
    { onSuccess: (unread, _, client) => void client.setQueryData(unreadQuery.queryKey, unread) },
  )

/** Whether requests wait, or did while this screen was open: what was on top stays there after the last one. */
export const useHadRequests = () => useHadSome('requests')

export const useHadReports = () => useHadSome('reports')

function useHadSome(name: 'requests' | 'reports'): boolean {
  const { data } = useQuery(unreadQuery)
  const [hadSome, setHadSome] = useState(false)
  const hasSome = data !== undefined && data[name] > 0
  if (hasSome && !hadSome) setHadSome(true)
  return hasSome || hadSome
}
