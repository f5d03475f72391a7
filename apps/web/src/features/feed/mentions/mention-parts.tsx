import type { Mentions } from '@fieldhouse/contract/feed/items'
import { splitText } from '@fieldhouse/domain/league/text-parts'
import { useQuery } from '@tanstack/react-query'
import { leagueMetaQuery } from '../../../api/league-queries.ts'
import { Link } from '../../../router/link.tsx'
import { RichText } from '../../../ui/display/rich-text.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../feed.module.css'
import type { MentionTextProps } from './mention-text.tsx'

/** The text with its mentions. A team leads to its page, and so does a member who has one in the current season. */
export function MentionParts({
  league,
  user,
  text,
  mentions,
  isPlain = false,
}: MentionTextProps & { mentions: Mentions }) {
  return splitText(text, mentions).map(({ start, text: part, range: mention }) => {
    if (mention === null) return isPlain ? part : <RichText key={start}>{part}</RichText>
    return (
      <MentionPart key={start} league={league} user={user} mention={mention}>
        {part}
      </MentionPart>
    )
  })
}

type PartProps = Pick<MentionTextProps, 'league' | 'user'> & { mention: Mentions[number]; children: string }

function MentionPart({ league, user, mention, children }: PartProps) {
  // Fetches nothing: the screen of the league has loaded it.
  const { data: meta } = useQuery({ ...leagueMetaQuery(league), enabled: false })
  if (mention.kind === 'team') {
    const { id: team, season } = mention
    return (
      <Link className={ui.strong} to={{ tab: 'roster', team, season }}>
        {children}
      </Link>
    )
  }
  const { name } = mention
  const team = meta?.people?.find((person) => person.name === name)?.team_id
  const content = name === user ? <mark className={styles.mentionOfMe}>{children}</mark> : children
  return team === undefined ? (
    <span className={ui.strong}>{content}</span>
  ) : (
    <Link className={ui.strong} to={{ tab: 'roster', team, season: meta?.current_year ?? null }}>
      {content}
    </Link>
  )
}
