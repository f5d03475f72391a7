import { useQuery } from '@tanstack/react-query'
import { formatRecordValue, RECORD_LABELS } from '../../../features/history/games/game-format.ts'
import { recordContext, recordHolder } from '../../../features/history/records/record-format.ts'
import { hasBegun } from '../../../features/history/season-status.ts'
import { historyQuery, type Season } from '../../../features/history/use-history.ts'
import ui from '../../../ui/ui.module.css'
import { LoadedQuote, QuoteFrame, type QuoteProps } from './quote-frame.tsx'
import styles from './quotes.module.css'

/** A record of the league as it stands now, with its holder. */
export function RecordQuote({ league, quote, target: { record: name } }: QuoteProps<'record'>) {
  const query = useQuery(historyQuery(league))
  return (
    <LoadedQuote quote={quote} query={query} name="the record" heightPx={112}>
      {({ all_time: { league_records: records } }) => {
        const record = records[name]
        if (record === null) return null
        return (
          <QuoteFrame quote={quote} kind={`Record · ${RECORD_LABELS[name]}`} label={RECORD_LABELS[name]}>
            <p className={styles.number}>{formatRecordValue(name, record)}</p>
            <p className={styles.name}>{recordHolder(record)}</p>
            <p className={ui.note}>{recordContext(record)}</p>
          </QuoteFrame>
        )
      }}
    </LoadedQuote>
  )
}

const PLACES = ['Champion', '2nd', '3rd']

/** The podium of a season, or who leads it. */
export function SeasonQuote({ league, quote, target }: QuoteProps<'season'>) {
  const query = useQuery(historyQuery(league))
  return (
    <LoadedQuote quote={quote} query={query} name="the season" heightPx={132}>
      {({ seasons }) => {
        const season = seasons.find((each) => each.season === target.season)
        if (season === undefined) return null
        return (
          <QuoteFrame
            quote={quote}
            kind={`Season ${season.season}${season.is_finished ? '' : ' · In progress'}`}
            label={`Season ${season.season}`}
          >
            <ol className={styles.places}>
              {topTeams(season).map(({ place, name, owner }) => (
                <li key={`${place} ${name}`}>
                  <span className={ui.note}>{place}</span>
                  <span className={ui.breakable}>
                    <span className={ui.strong}>{name}</span>
                    {owner === null ? null : <span className={ui.note}> {owner}</span>}
                  </span>
                </li>
              ))}
            </ol>
          </QuoteFrame>
        )
      }}
    </LoadedQuote>
  )
}

type RankedTeam = { place: string; name: string; owner: string | null }

function topTeams(season: Season): RankedTeam[] {
  if (season.is_finished)
    return season.podium.map(({ name, owner }, index) => ({ place: PLACES[index] ?? '', name, owner }))
  if (!hasBegun(season)) return []
  return season.standings
    .slice(0, PLACES.length)
    .map(({ rank, name, owner }) => ({ place: `#${rank}`, name, owner }))
}
