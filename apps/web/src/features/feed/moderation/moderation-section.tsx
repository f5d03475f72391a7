import { formatWait, SLOW_MODE_SECONDS, type SlowModeSeconds } from '@fieldhouse/domain/league/moderation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../../ui/feedback/notice.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { SegmentedControl } from '../../../ui/forms/radio-group.tsx'
import ui from '../../../ui/ui.module.css'
import { ReportedItem } from './reported-item.tsx'
import { type ReportList, reportsQuery, useSaveSlowMode } from './use-moderation.ts'

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Decided' },
] as const

/** What members have reported, and slow mode. */
export function ModerationSection({ league }: { league: string }) {
  const [state, setState] = useState<'open' | 'closed'>('open')
  const reports = useQuery(reportsQuery(league, state))
  return (
    <div className={ui.stack16}>
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
              <ul className={ui.divided}>
                {reported.map((each) => (
                  <ReportedItem key={`${each.kind} ${each.id}`} league={league} reported={each} />
                ))}
              </ul>
            )}
            <SlowModeField league={league} seconds={seconds} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const SLOW_MODE_OPTIONS = SLOW_MODE_SECONDS.map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'Off' : seconds === 3600 ? '1 hour' : formatWait(seconds * 1000),
}))

type SlowModeProps = { league: string; seconds: ReportList['slow_mode_seconds'] }

function SlowModeField({ league, seconds }: SlowModeProps) {
  const save = useSaveSlowMode(league)
  const value = String(save.isPending ? save.variables : seconds)
  return (
    <div className={ui.stack8}>
      <SelectField
        label="Slow mode: time between posts or comments of a member"
        options={SLOW_MODE_OPTIONS}
        value={value}
        onChange={(chosen) => save.mutate(Number(chosen) as SlowModeSeconds)}
      />
      <p className={ui.note}>Admins can always write.</p>
      <MutationNotice mutation={save} fallback="Something went wrong." />
    </div>
  )
}
