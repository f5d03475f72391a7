import { Avatar } from '../../ui/avatar.tsx'
import { formatOrdinal } from '../../ui/format/ordinal.ts'
import { formatRecord } from '../../ui/format/record.ts'
import { hasBegun } from './has-begun.ts'
import { useHistoryContext } from './history-context.ts'
import styles from './podium.module.css'
import type { Finisher, Season } from './use-history.ts'

const MEDALS = ['gold', 'silver', 'bronze'] as const
const LEADER_COUNT = 3

type Props = { season: Season }

/** The top three of a finished season, or the current leaders. Opens the season's standings. */
export function Podium({ season: historySeason }: Props) {
  const { openOverlay } = useHistoryContext()
  const { season, is_finished: isFinished, podium, standings, records_excluded: excluded } = historySeason
  const isStarted = hasBegun(historySeason)
  return (
    <article className={styles['season']} aria-label={`Season ${season}`}>
      <header className={styles['header']}>
        <h3 className={styles['year']}>{season}</h3>
        {isFinished ? null : (
          <span className={styles['status']}>{isStarted ? 'In progress' : 'Not started'}</span>
        )}
      </header>
      {isFinished ? (
        <PodiumSteps podium={podium} />
      ) : isStarted ? (
        <Leaders standings={standings} />
      ) : (
        <p className={styles['empty']}>No games played yet.</p>
      )}
      {excluded === null ? null : (
        <p className={styles['excluded']}>Excluded from records: {excluded.reason}</p>
      )}
      <button
        type="button"
        className={styles['standingsButton']}
        onClick={() => openOverlay({ kind: 'season', season })}
      >
        {isFinished ? 'Final standings' : isStarted ? 'Current standings' : 'Teams'}
        <span className={styles['teamCount']}>{standings.length} teams</span>
      </button>
    </article>
  )
}

function PodiumSteps({ podium }: { podium: readonly Finisher[] }) {
  if (podium.length === 0) return <p className={styles['empty']}>Champion unknown</p>
  return (
    <ol className={styles['steps']}>
      {podium.map((finisher, index) => (
        <li key={`${finisher.rank} ${finisher.name}`} className={styles['column']} data-medal={MEDALS[index]}>
          <PodiumFinisher finisher={finisher} isChampion={index === 0} />
          <span className={styles['step']}>
            {formatOrdinal(finisher.rank)}
            <span className={styles['medal']}>{index === 0 ? 'Champion' : MEDALS[index]}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

type PodiumFinisherProps = { finisher: Finisher; isChampion: boolean }

function PodiumFinisher({ finisher: { owner, name, logo }, isChampion }: PodiumFinisherProps) {
  const { openOverlay, getPictureUrl } = useHistoryContext()
  const profile = (
    <>
      <Avatar
        name={owner ?? name}
        src={owner === null ? logo : (getPictureUrl(owner) ?? logo)}
        size={isChampion ? 'l' : 'm'}
      />
      <span className={styles['owner']}>{owner ?? name}</span>
    </>
  )
  return (
    <span className={styles['finisher']}>
      {owner === null ? (
        <span className={styles['profile']}>{profile}</span>
      ) : (
        <button
          type="button"
          className={styles['profile']}
          onClick={() => openOverlay({ kind: 'owner', owner })}
        >
          {profile}
        </button>
      )}
      {owner === null ? null : (
        <span className={styles['team']} title={name}>
          {name}
        </span>
      )}
    </span>
  )
}

function Leaders({ standings }: { standings: Season['standings'] }) {
  return (
    <ol className={styles['leaders']}>
      {standings.slice(0, LEADER_COUNT).map(({ team_id: id, rank, owner, name, wins, losses, ties }) => (
        <li key={id}>
          <span className={styles['rank']}>{rank}</span>
          <span className={styles['leader']}>
            <span className={styles['owner']}>{owner ?? name}</span>
            {owner === null ? null : <span className={styles['team']}>{name}</span>}
          </span>
          <span className={styles['record']}>{formatRecord({ wins, losses, ties })}</span>
        </li>
      ))}
    </ol>
  )
}
