import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { CountBadge } from '../../ui/display/count-badge.tsx'
import { IconButton } from '../../ui/forms/button.tsx'
import { lazyPart, preload } from '../../ui/lazy-named.ts'
import { unreadQuery } from './use-inbox.ts'

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
