import { encode } from 'uqr'
import styles from './display.module.css'

/** Dark on light in every theme, because many scanners read nothing else. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className={styles.qrCode} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code">
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
