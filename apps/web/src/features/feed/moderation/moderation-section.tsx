import {
  formatWait,
  REPORT_REASON_LABELS,
  SLOW_MODE_SECONDS,
  type SlowModeSeconds,
} from '@fieldhouse/domain/league/moderation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '../../../router/link.tsx'
import { NO_SELECTION } from '../../../router/router.ts'
import { EmptyState, Loaded, MutationNotice } from '../../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SegmentedControl, SelectField } from '../../../ui/forms/field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../feed.module.css'
import media from '../media/media.module.css'
import { ITEM_NOUNS } from '../use-feed.ts'
import { capitalize, HideForm } from './more-menu.tsx'
import {
  type ReportedContent,
  type ReportList,
  reportsQuery,
  useModerate,
  useSaveSlowMode,
} from './use-moderation.ts'

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Decided' },
] as const

export function ModerationSection({ league }: { league: string }) {
  const [state, setState] = useState<'open' | 'closed'>('open')
  const reports = useQuery(reportsQuery(league, state))
  return (
    <Stack>
      <SegmentedControl label="Reports" options={STATES} value={state} onChange={setState} />
      <Loaded query={reports} name="reports" rows={2} height={120}>
        {({ reported, slow_mode_seconds: seconds }) => (
          <>
            {reported.length === 0 ? (
              <EmptyState
                hint={
                  state === 'open'
                    ? 'Members report posts and comments in League Social, under More.'
                    : 'What you dismiss or hide shows up here.'
                }
              >
                {state === 'open' ? 'No open reports.' : 'Nothing decided yet.'}
              </EmptyState>
            ) : (
              <Stack as="ul" gap={0} isDivided>
                {reported.map((each) => (
                  <ReportedItem key={`${each.kind} ${each.id}`} league={league} reported={each} />
                ))}
              </Stack>
            )}
            <SlowModeField league={league} seconds={seconds} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

const SLOW_MODE_OPTIONS = SLOW_MODE_SECONDS.map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'Off' : seconds === 3600 ? '1 hour' : formatWait(seconds * 1000),
}))

function SlowModeField({ league, seconds }: { league: string; seconds: ReportList['slow_mode_seconds'] }) {
  const save = useSaveSlowMode(league)
  const value = String(save.isPending ? save.variables : seconds)
  return (
    <Stack gap={2}>
      <SelectField
        label="Slow mode: time between posts or comments of a member"
        options={SLOW_MODE_OPTIONS}
        value={value}
        onChange={(chosen) => save.mutate(Number(chosen) as SlowModeSeconds)}
      />
      <p className={ui.note}>Admins can always write.</p>
      <MutationNotice mutation={save} fallback="Something went wrong." />
    </Stack>
  )
}

function ReportedItem({ league, reported }: { league: string; reported: ReportedContent }) {
  const { kind, id, author, text, file, hidden, state, reports } = reported
  const moderate = useModerate(league, { kind, id })
  const [isHiding, setHiding] = useState(false)
  const name = `${kind === 'comment' ? kind : ITEM_NOUNS[kind]} by ${author}`
  const { isPending } = moderate
  const renderAction = (action: 'unhide' | 'dismiss' | 'reopen', text: string, label: string) => (
    <Button aria-label={label} disabled={isPending} onClick={() => moderate.mutate({ name: action })}>
      {text}
    </Button>
  )
  return (
    <Stack as="li" gap={2} aria-label={`Reported ${name}`}>
      <p className={ui.note}>
        <strong>{capitalize(name)}</strong>, <RelativeTime at={reported.created_at} />
      </p>
      {text === '' ? null : <blockquote className={`${ui.prose} ${styles.quote}`}>{text}</blockquote>}
      {file === null ? null : file.kind === 'image' ? (
        <img
          className={media.reported}
          src={`${file.url}?size=grid`}
          alt={`Upload by ${author}`}
          loading="lazy"
        />
      ) : (
        <a href={file.url}>Open the video</a>
      )}
      <Stack as="ul" gap={1}>
        {reports.map(({ reporter, reason, note, at }) => (
          <li key={reporter}>
            <strong>{reporter}</strong>: {REPORT_REASON_LABELS[reason]}
            {note === '' ? null : `. “${note}”`}{' '}
            <span className={ui.muted}>
              <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </Stack>
      {hidden === null ? null : (
        <p>
          Hidden{hidden.by === undefined ? '' : ` by ${hidden.by}`}: {hidden.reason}
        </p>
      )}
      <MutationNotice mutation={moderate} fallback="Something went wrong." />
      <Row wraps>
        {state === 'hidden' ? (
          renderAction('unhide', 'Show again', `Show ${name} again`)
        ) : (
          <Button
            variant="strong"
            aria-label={`Hide ${name}`}
            disabled={isPending}
            onClick={() => setHiding(true)}
          >
            Hide
          </Button>
        )}
        {state === 'open' ? renderAction('dismiss', 'Dismiss', `Dismiss the reports of the ${name}`) : null}
        {state === 'dismissed' ? renderAction('reopen', 'Reopen', `Reopen the reports of the ${name}`) : null}
        <Link to={locationOf(league, reported)} className={ui.standaloneLink}>
          View in League Social
        </Link>
      </Row>
      {isHiding ? (
        <Dialog title={`Hide ${name}`} onClose={() => setHiding(false)}>
          <HideForm
            isBusy={isPending}
            onSubmit={(action) => moderate.mutate(action, { onSettled: () => setHiding(false) })}
            onCancel={() => setHiding(false)}
          />
        </Dialog>
      ) : null}
    </Stack>
  )
}

/** Where it is, in League Social. It can be deleted there. */
function locationOf(league: string, { item, trade }: ReportedContent) {
  const social = { route: 'league', league, tab: 'league social', ...NO_SELECTION } as const
  if (trade !== null) return { ...social, view: 'trade', season: trade.season, post: trade.id }
  return { ...social, view: null, post: item === null ? null : `${item.type}-${item.id}` }
}
