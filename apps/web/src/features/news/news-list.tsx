import { useState } from 'react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Freshness, RelativeTime } from '../../ui/feedback/freshness.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import ui from '../../ui/ui.module.css'
import type { NewsItem } from './news-cache.ts'
import styles from './news-list.module.css'
import { filterAndSortNews, NEWS_SORTS, type NewsSort } from './news-order.ts'

type Props = {
  items: readonly NewsItem[]
  /** ISO time when the headlines were fetched; null when none were requested. */
  updatedAt: string | null
}

/** A list of headlines with its age and with search and sort controls. */
export function NewsList({ items, updatedAt }: Props) {
  return (
    <div className={ui.stack8}>
      {updatedAt === null ? null : <Freshness updatedAt={updatedAt} lastError={null} />}
      {items.length === 0 ? (
        <EmptyState hint="News about your players from the last two weeks.">No recent headlines.</EmptyState>
      ) : (
        <SearchableHeadlines items={items} />
      )}
    </div>
  )
}

function SearchableHeadlines({ items }: Pick<Props, 'items'>) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<NewsSort>('newest')
  const visibleItems = filterAndSortNews(items, search, sort)
  return (
    <div className={ui.stack12}>
      <search className={styles.controls}>
        <TextField type="search" label="Search news" value={search} onChange={setSearch} />
        <SelectField label="Sort" options={NEWS_SORTS} value={sort} onChange={setSort} />
      </search>
      <p className={ui.hidden} role="status">
        {search === '' ? '' : `${visibleItems.length} of ${items.length} headlines`}
      </p>
      {visibleItems.length === 0 ? (
        <EmptyState hint="Try a shorter search.">No matches.</EmptyState>
      ) : (
        <ul className={styles.list}>
          {visibleItems.map((item) => (
            <Headline key={`${item.player} ${item.link} ${item.title}`} item={item} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Headline({ item: { player, title, source, link, published } }: { item: NewsItem }) {
  return (
    <li className={styles.headline}>
      <p className={styles.player}>{player}</p>
      {/^https:\/\//i.test(link) ? (
        <a className={styles.title} href={link} target="_blank" rel="noopener noreferrer">
          {title.trim()}
        </a>
      ) : (
        <p className={styles.title}>{title.trim()}</p>
      )}
      <p className={styles.source}>
        {source} · <RelativeTime at={published} />
      </p>
    </li>
  )
}
