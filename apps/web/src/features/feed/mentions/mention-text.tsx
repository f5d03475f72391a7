import type { Mentions } from '@fieldhouse/contract/feed/items'
import { splitText } from '@fieldhouse/domain/league/text-links'
import { useQuery } from '@tanstack/react-query'
import { leagueMetaQuery } from '../../../api/league-queries.ts'
import { Link } from '../../../router/link.tsx'
import { LongText, RichText } from '../../../ui/display/rich-text.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../feed.module.css'
import type { Viewer } from '../use-feed.ts'

type MentionTextProps = Viewer & {
  text: string
  /** Missing in responses without mentions. */
  mentions: Mentions | undefined
  /** Whether URLs are not links. */
  isPlain?: boolean
}

export function MentionText({ text, mentions = [], isPlain = false, ...viewer }: MentionTextProps) {
  return splitText(text, mentions).map(({ start, text: part, range: mention }) => {
    if (mention === null) return isPlain ? part : <RichText key={start}>{part}</RichText>
    return (
      <MentionPart key={start} {...viewer} mention={mention}>
        {part}
      </MentionPart>
    )
  })
}

type PartProps = Viewer & { mention: Mentions[number]; children: string }

/** A team leads to its page, and so does a member who has one in the current season. */
function MentionPart({ league, user, mention, children }: PartProps) {
  // Fetches nothing: the screen of the league has loaded it.
  const { data: meta } = useQuery({ ...leagueMetaQuery(league), enabled: false })
  const person = mention.kind === 'member' ? mention.name : null
  const team =
    mention.kind === 'team' ? mention.id : meta?.people?.find(({ name }) => name === person)?.team_id
  const season = mention.kind === 'team' ? mention.season : (meta?.current_year ?? null)
  const content = person === user ? <mark className={styles.mentionOfMe}>{children}</mark> : children
  return team === undefined ? (
    <span className={ui.strong}>{content}</span>
  ) : (
    <Link className={ui.strong} to={{ tab: 'roster', team, season }}>
      {content}
    </Link>
  )
}

export function LongMentionText(props: MentionTextProps) {
  return <LongText content={<MentionText {...props} />}>{props.text}</LongText>
}

/** The mentions of a text in what is shown of it, without some links. */
export function findMentionsIn(
  shown: string,
  text: string,
  mentions: Mentions | undefined,
): Mentions | undefined {
  if (shown === text || mentions === undefined) return mentions
  let end = 0
  return mentions.flatMap((mention) => {
    const start = shown.indexOf(text.slice(mention.start, mention.start + mention.length), end)
    if (start < 0) return []
    end = start + mention.length
    return [{ ...mention, start }]
  })
}
