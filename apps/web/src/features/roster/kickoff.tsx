import { formatFullKickoff, formatKickoff } from './format.ts'
import type { RosterRow } from './use-roster.ts'

type Props = { row: Pick<RosterRow, 'kickoff_ts' | 'opp' | 'is_bye'> }

/** The kickoff of the player's game; 'TBD' if the time is not set. */
export function Kickoff({ row: { kickoff_ts, opp, is_bye } }: Props) {
  if (kickoff_ts === null) return <>{opp === null || is_bye ? '—' : 'TBD'}</>
  return (
    <time dateTime={new Date(kickoff_ts).toISOString()} title={formatFullKickoff(kickoff_ts)}>
      {formatKickoff(kickoff_ts)}
    </time>
  )
}
