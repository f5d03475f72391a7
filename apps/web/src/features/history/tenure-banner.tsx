import { formatCount } from '../../ui/format/count.ts'
import { OwnerNames } from './owner-names.tsx'
import styles from './tenure-banner.module.css'
import type { FunFacts } from './use-history.ts'

type Props = { tenure: NonNullable<FunFacts['longest_tenure']> }

/** The owners with the most seasons in the league. */
export function TenureBanner({ tenure: { owners, years } }: Props) {
  return (
    <section className={styles['banner']} aria-label="Longest tenure">
      <p className={styles['years']}>
        <span className={styles['number']}>{years}</span>
        <span className={styles['label']}>Longest tenure</span>
        <span className={styles['unit']}>{formatCount(years, 'season').replace(/^[\d,]+ /, '')} played</span>
      </p>
      <OwnerNames owners={owners} picture="m" />
    </section>
  )
}
