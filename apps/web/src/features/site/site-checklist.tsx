import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Circle } from 'lucide-react'
import { useSend } from '../../api/operations.ts'
import { Link } from '../../router/link.tsx'
import { CREATED_LEAGUE_VIEW, type Location } from '../../router/router.ts'
import { ErrorNotice } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Card, Fill, Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { type Checklist, checklistQuery } from './use-site.ts'

type Kind = Checklist['items'][number]['kind']

const TEXTS: Readonly<Record<Kind, { title: string; note: string }>> = {
  invite: { title: 'Invite your league', note: 'Create a link and put it in your group chat.' },
  address: {
    title: 'Confirm the URL of this site',
    note: 'Where people open it, also from links in emails.',
  },
  mail: { title: 'Set up email', note: 'For reset links and notifications: set SMTP_URL on the server.' },
  backup: { title: 'Try a backup', note: 'Make one, and download it to see that it works.' },
  second_admin: { title: 'Add a second admin', note: 'Somebody who gets in when you cannot.' },
}

export function SiteChecklist() {
  const { data } = useQuery(checklistQuery)
  const hide = useSend('POST /api/site/checklist/hide/', () => ({}), {
    onSuccess: (_data, _input, client) =>
      void client.setQueryData(checklistQuery.queryKey, { checklist: null }),
  })
  if (data?.checklist == null) return null
  const { league, items } = data.checklist
  const done = items.filter(({ is_done }) => is_done).map(({ kind }) => kind)
  const left = items.filter(({ is_done }) => !is_done).map(({ kind }) => kind)
  return (
    <Card title={`Finish setting up: ${done.length} of ${items.length} done`} gap={2}>
      <Stack as="ul" gap={0} isDivided>
        {left.map((kind) => (
          <li key={kind}>
            <Link to={locationOf(kind, league)} className={ui.pressable}>
              <Circle className={ui.muted} size={20} role="img" aria-label="To do" />
              <Fill>
                <div className={ui.strong}>{TEXTS[kind].title}</div>
                <div className={ui.note}>{TEXTS[kind].note}</div>
              </Fill>
              <ChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </Stack>
      {done.length === 0 ? null : (
        <p className={ui.note}>Done: {done.map((kind) => TEXTS[kind].title).join(', ')}.</p>
      )}
      <ErrorNotice error={hide.error} fallback="The list was not hidden." />
      <div>
        <Button disabled={hide.isPending} onClick={() => hide.mutate()}>
          Hide this list
        </Button>
      </div>
    </Card>
  )
}

/** The section of Admin Tools for each. */
const SECTIONS = {
  address: 'address-of-this-site',
  mail: 'state-of-the-site',
  backup: 'backups',
  second_admin: 'user-accounts',
} as const satisfies Record<Exclude<Kind, 'invite'>, string>

function locationOf(kind: Kind, league: string): Partial<Location> {
  if (kind === 'invite') return { route: 'new-league', league, view: CREATED_LEAGUE_VIEW }
  return { route: 'admin', view: SECTIONS[kind] }
}
