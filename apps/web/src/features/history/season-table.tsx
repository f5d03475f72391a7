import { Empty } from '../../ui/empty.tsx'
import { points } from '../../ui/format/points.ts'
import { fullRecord } from '../../ui/format/record.ts'
import { Notice } from '../../ui/notice.tsx'
import table from '../../ui/table.module.css'
import { hasBegun } from './has-begun.ts'
import { OwnerButton } from './owner-button.tsx'
import styles from './season-table.module.css'
import { DEPTHS, SOURCES } from './season-words.ts'
import type { Season } from './use-history.ts'

type Props = {
  /** undefined for one that is no longer stored. */
  season: Season | undefined
}

/** How a season ended, or stands. */
export function SeasonTable({ season }: Props) {
  if (season === undefined) return <Empty>This season is not stored.</Empty>
  const { standings, records_excluded: excluded, source, depth } = season
  const isOrdered = hasBegun(season)
  return (
    <div className={styles['season']}>
      {excluded === null ? null : (
        <Notice tone="warn">Its games count for no record: {excluded.reason}</Notice>
      )}
      <div className={styles['scroll']}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col" className={table['number']}>
                #
              </th>
              <th scope="col">Team</th>
              <th scope="col" className={table['number']}>
                W-L-T
              </th>
              <th scope="col" className={table['number']}>
                PF
              </th>
              <th scope="col" className={table['number']}>
                PA
              </th>
            </tr>
          </thead>
          <tbody>
            {standings.map((team) => (
              <tr key={team.team_id}>
                <td className={table['rank']}>{isOrdered ? team.rank : '—'}</td>
                <th scope="row">
                  <span className={styles['team']}>{team.name}</span>
                  <OwnerButton owner={team.owner} />
                </th>
                <td className={table['number']}>{fullRecord(team)}</td>
                <td className={table['number']}>{points(team.pf)}</td>
                <td className={table['number']}>{points(team.pa)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles['source']}>
        {SOURCES[source]}. Known: {DEPTHS[depth].toLowerCase()}.
      </p>
    </div>
  )
}
