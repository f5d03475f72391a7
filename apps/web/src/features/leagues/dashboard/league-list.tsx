import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { ChevronRight } from 'lucide-react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { formatOrdinal } from '../../../ui/format/count.ts'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatRecord } from '../../../ui/format/record.ts'
import ui from '../../../ui/ui.module.css'
import { type MyLeague, ROLE_NAMES } from '../use-leagues.ts'
import styles from './league-list.module.css'

type Props = { leagues: readonly MyLeague[]; onOpen: (league: string) => void }

/** A button per league with its season, the user's role, and the rank and record of the user's team. */
export function LeagueList({ leagues, onOpen }: Props) {
  return (
    <ul className={styles.list}>
      {leagues.map((league) => (
        <li key={league.name}>
          <button
            type="button"
            className={`${ui.frame} ${styles.league}`}
            onClick={() => onOpen(league.name)}
          >
            <Avatar
              name={league.team?.name ?? league.name}
              src={league.team?.logo ?? null}
              size="m"
              color={league.team?.color}
            />
            <span className={styles.text}>
              <span className={styles.name}>{league.name}</span>
              <span className={ui.note}>
                {[league.season === null ? null : `Season ${league.season}`, ROLE_NAMES[league.role]]
                  .filter(Boolean)
                  .join(' • ')}
              </span>
              {league.team === null ? null : (
                <span className={`${ui.note} ${styles.team}`}>{league.team.name}</span>
              )}
            </span>
            {league.team === null ? null : <TeamStanding team={league.team} />}
            <ChevronRight className={styles.chevron} size={20} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

export function LeagueListSkeleton() {
  return (
    <div className={styles.list}>
      <Skeleton label="Loading leagues" rows={1} height={84} />
    </div>
  )
}

function TeamStanding({ team }: { team: NonNullable<MyLeague['team']> }) {
  return (
    <span className={styles.standing}>
      <span className={styles.rank}>{team.rank === null ? '—' : formatOrdinal(team.rank)}</span>
      <span className={styles.record}>
        {hasMatchups(team.scoring_format) ? formatRecord(team) : `${formatPoints(team.points_for)} points`}
      </span>
    </span>
  )
}
