import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './headline.module.css'
import type { NewsItem } from './news-item.ts'

type Props = { item: NewsItem; now: Date }

export function Headline({ item: { player, title, source, link, published }, now }: Props) {
  return (
    <li className={styles['headline']}>
      <p className={styles['player']}>{player}</p>
      {/^https:\/\//i.test(link) ? (
        <a className={styles['title']} href={link} target="_blank" rel="noopener noreferrer">
          {title.trim()}
        </a>
      ) : (
        <p className={styles['title']}>{title.trim()}</p>
      )}
      <p className={styles['source']}>
        {source} · <RelativeTime at={published} now={now} />
      </p>
    </li>
  )
}
