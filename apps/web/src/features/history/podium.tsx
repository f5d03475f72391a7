import { ordinal } from '../../ui/format/ordinal.ts'
import { record } from '../../ui/format/record.ts'
import { Picture } from '../../ui/picture.tsx'
import { hasBegun } from './has-begun.ts'
import { useHistoryPage } from './history-context.ts'
import styles from './podium.module.css'
import type { Finisher, Season } from './use-history.ts'

const MEDALS = ['gold', 'silver', 'bronze'] as const
const LEADERS = 3

type Props = { season: Season }

/** The first three of a season; of one under way, who leads it. Opens the season's table. */
export function Podium({ season: whole }: Props) {
  const { open } = useHistoryPage()
  const { season, is_finished: isFinished, podium, standings, records_excluded: excluded } = whole
  const isOpen = hasBegun(whole)
  return (
    <article className={styles['season']} aria-label={`Season ${season}`}>
      <header className={styles['head']}>
        <h3 className={styles['year']}>{season}</h3>
        {isFinished ? null : <span className={styles['state']}>{isOpen ? 'Under way' : 'Not begun'}</span>}
      </header>
      {isFinished ? (
        <Steps podium={podium} />
      ) : isOpen ? (
        <Leaders standings={standings} />
      ) : (
        <p className={styles['nobody']}>No game has been played yet.</p>
      )}
      {excluded === null ? null : (
        <p className={styles['excluded']}>Counts for no record: {excluded.reason}</p>
      )}
      <button type="button" className={styles['table']} onClick={() => open({ kind: 'season', season })}>
        {isFinished ? 'Final table' : isOpen ? 'Table so far' : 'Who is in it'}
        <span className={styles['teams']}>{standings.length} teams</span>
      </button>
    </article>
  )
}

function Steps({ podium }: { podium: readonly Finisher[] }) {
  if (podium.length === 0) return <p className={styles['nobody']}>Nobody is known to have won.</p>
  return (
    <ol className={styles['steps']}>
      {podium.map((finisher, at) => (
        <li key={`${finisher.rank} ${finisher.name}`} className={styles['column']} data-medal={MEDALS[at]}>
          <Face finisher={finisher} isChampion={at === 0} />
          <span className={styles['step']}>
            {ordinal(finisher.rank)}
            <span className={styles['medal']}>{at === 0 ? 'Champion' : MEDALS[at]}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

type FaceProps = { finisher: Finisher; isChampion: boolean }

function Face({ finisher: { owner, name, logo }, isChampion }: FaceProps) {
  const { open, pictureOf } = useHistoryPage()
  const face = (
    <>
      <Picture
        name={owner ?? name}
        src={owner === null ? logo : (pictureOf(owner) ?? logo)}
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
        <button type="button" className={styles['face']} onClick={() => open({ kind: 'owner', owner })}>
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
      {standings.slice(0, LEADERS).map(({ team_id: id, rank, owner, name, wins, losses, ties }) => (
        <li key={id}>
          <span className={styles['rank']}>{rank}</span>
          <span className={styles['leader']}>
            <span className={styles['owner']}>{owner ?? name}</span>
            {owner === null ? null : <span className={styles['team']}>{name}</span>}
          </span>
          <span className={styles['record']}>{record({ wins, losses, ties })}</span>
        </li>
      ))}
    </ol>
  )
}
