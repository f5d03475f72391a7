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

/** The first three of a season; of one under way, who leads it. Opens the season's table. */
export function Podium({ season: whole }: Props) {
  const { openOverlay } = useHistoryContext()
  const { season, is_finished: isFinished, podium, standings, records_excluded: excluded } = whole
  const isOpen = hasBegun(whole)
  return (
    <article className={styles['season']} aria-label={`Season ${season}`}>
      <header className={styles['head']}>
        <h3 className={styles['year']}>{season}</h3>
        {isFinished ? null : <span className={styles['state']}>{isOpen ? 'Under way' : 'Not begun'}</span>}
      </header>
      {isFinished ? (
        <PodiumSteps podium={podium} />
      ) : isOpen ? (
        <Leaders standings={standings} />
      ) : (
        <p className={styles['nobody']}>No game has been played yet.</p>
      )}
      {excluded === null ? null : (
        <p className={styles['excluded']}>Counts for no record: {excluded.reason}</p>
      )}
      <button
        type="button"
        className={styles['table']}
        onClick={() => openOverlay({ kind: 'season', season })}
      >
        {isFinished ? 'Final table' : isOpen ? 'Table so far' : 'Who is in it'}
        <span className={styles['teams']}>{standings.length} teams</span>
      </button>
    </article>
  )
}

function PodiumSteps({ podium }: { podium: readonly Finisher[] }) {
  if (podium.length === 0) return <p className={styles['nobody']}>Nobody is known to have won.</p>
  return (
    <ol className={styles['steps']}>
      {podium.map((finisher, at) => (
        <li key={`${finisher.rank} ${finisher.name}`} className={styles['column']} data-medal={MEDALS[at]}>
          <PodiumFinisher finisher={finisher} isChampion={at === 0} />
          <span className={styles['step']}>
            {formatOrdinal(finisher.rank)}
            <span className={styles['medal']}>{at === 0 ? 'Champion' : MEDALS[at]}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

type PodiumFinisherProps = { finisher: Finisher; isChampion: boolean }

function PodiumFinisher({ finisher: { owner, name, logo }, isChampion }: PodiumFinisherProps) {
  const { openOverlay, getPictureUrl } = useHistoryContext()
  const face = (
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
    <span className={styles['person']}>
      {owner === null ? (
        <span className={styles['face']}>{face}</span>
      ) : (
        <button
          type="button"
          className={styles['face']}
          onClick={() => openOverlay({ kind: 'owner', owner })}
        >
          {face}
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
