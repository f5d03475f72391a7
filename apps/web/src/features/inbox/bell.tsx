import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { CountBadge } from '../../ui/display/count-badge.tsx'
import { IconButton } from '../../ui/forms/button.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { SidePanel } from '../../ui/overlays/dialog.tsx'
import { unreadQuery } from './use-inbox.ts'

const Inbox = lazyNamed(() => import('./inbox.tsx'), 'Inbox')

/** The button in the header that opens the inbox, with the number of unread items. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(unreadQuery)
  const count = data?.count ?? 0
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        label={count === 0 ? 'Inbox' : `Inbox, ${count} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <BellIcon size={20} aria-hidden="true" />
        <CountBadge count={count} isCorner />
      </IconButton>
      <SidePanel label="Inbox" isOpen={isOpen} onClose={close}>
        <Suspense fallback={null}>
          <Inbox unread={count} onClose={close} />
        </Suspense>
      </SidePanel>
    </>
  )
}
