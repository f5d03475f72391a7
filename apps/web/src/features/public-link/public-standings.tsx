import { describeFormat, hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTheme } from '../../theme/theme.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import table from '../../ui/display/table.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import ui from '../../ui/ui.module.css'
import styles from './public-screen.module.css'
import { type PublicStandings, publicStandingsQuery } from './use-public-link.ts'

type Props = { code: string; season: number }

export function PublicStandingsTab({ code, season }: Props) {
  const standings = useQuery({ ...publicStandingsQuery(code, season), placeholderData: keepPreviousData })
  const { theme } = useTheme()
  const isWide = useMediaQuery('(min-width: 720px)')
  const picture = new URLSearchParams({
    season: String(season),
    theme,
    format: isWide ? 'wide' : 'tall',
  })
  return (
    <Loaded query={standings} name="the standings" rows={10}>
      {(data) =>
        data.teams.length === 0 ? (
          <EmptyState isFramed>No standings yet.</EmptyState>
        ) : (
          <div className={ui.stack8}>
            <StandingsTable standings={data} isWide={isWide} />
            <div className={styles.foot}>
              <Freshness updatedAt={data.updated_at} lastError={null} />
              <a
                className={styles.picture}
                href={`/api/public/${code}/standings/image/?${picture}`}
                target="_blank"
                rel="noreferrer"
              >
                Open as a picture
              </a>
            </div>
          </div>
        )
      }
    </Loaded>
  )
}

type TableProps = { standings: PublicStandings; isWide: boolean }

function StandingsTable({ standings, isWide }: TableProps) {
  const { teams, scoring_format: format, playoff_teams: playoffTeams, is_finished: isFinished } = standings
  const isPoints = format === 'points'
  const hasCutoff =
    playoffTeams !== null && playoffTeams > 0 && playoffTeams < teams.length && teams[0]?.rank !== null
  const note = describeFormat(format)
  return (
    <>
      <div className={`${ui.frame} ${styles.frame}`}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className={ui.hidden}>{isFinished ? 'Final standings' : 'Current standings'}</caption>
          <thead>
            <tr>
              <th scope="col" className={table.number}>
                <abbr title="Rank">#</abbr>
              </th>
              <th scope="col">Team</th>
              {hasMatchups(format) ? (
                <th scope="col" className={table.number}>
                  W-L-T
                </th>
              ) : null}
              {format === 'categories' ? null : (
                <th scope="col" className={table.number}>
                  {isPoints ? <abbr title="Points for">PF</abbr> : 'Points'}
                </th>
              )}
              {isWide && isPoints ? (
                <th scope="col" className={table.number}>
                  <abbr title="Points against">PA</abbr>
                </th>
              ) : null}
              {isWide && hasMatchups(format) ? (
                <th scope="col" className={table.number}>
                  Streak
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {teams.map((team, index) => (
              <tr
                key={team.team_id}
                data-playoff-cutoff={(hasCutoff && index === playoffTeams - 1) || undefined}
              >
                <td className={table.rank}>{team.rank ?? '—'}</td>
                <th scope="row">
                  <TeamName team={team} />
                </th>
                {hasMatchups(format) ? <td className={table.number}>{formatFullRecord(team)}</td> : null}
                {format === 'categories' ? null : (
                  <td className={`${table.number} ${ui.strong}`}>{formatPoints(team.points_for)}</td>
                )}
                {isWide && isPoints ? (
                  <td className={table.number}>{formatPoints(team.points_against)}</td>
                ) : null}
                {isWide && hasMatchups(format) ? (
                  <td className={table.number}>{formatStreak(team.streak)}</td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
        {hasCutoff ? <p className={styles.legend}>Playoff cutoff: top {playoffTeams}</p> : null}
      </div>
      {note === null ? null : <p className={ui.note}>{note}</p>}
    </>
  )
}

type TeamNameProps = {
  team: {
    name: string
    logo: string | null
    color?: string | null | undefined
    owners?: readonly string[]
  }
}

/** A team with its logo, and its owners if the league names them. */
export function TeamName({ team: { name, logo, color, owners = [] } }: TeamNameProps) {
  return (
    <span className={styles.team}>
      <Avatar name={name} src={logo} color={color} />
      <span className={ui.breakable}>
        <span className={`${ui.twoLines} ${styles.name}`}>{name}</span>
        {owners.length === 0 ? null : <span className={styles.owners}>{owners.join(', ')}</span>}
      </span>
    </span>
  )
}

const OUTCOMES = { win: 'W', loss: 'L', tie: 'T' } as const

/** Such as 'W3'. */
function formatStreak(streak: PublicStandings['teams'][number]['streak']): string {
  return streak === null ? '—' : `${OUTCOMES[streak.outcome]}${streak.length}`
}
