import type { WeatherIcon } from '@fieldhouse/domain/weather'
import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudHail,
  CloudLightning,
  CloudMoon,
  CloudRain,
  CloudSnow,
  CloudSun,
  CloudSunRain,
  type LucideIcon,
  Moon,
  Sun,
  Warehouse,
} from 'lucide-react'
import hidden from '../../ui/visually-hidden.module.css'
import type { RosterRow } from './use-roster.ts'
import styles from './weather.module.css'

const ICONS: Partial<Record<string, LucideIcon>> = {
  sun: Sun,
  moon: Moon,
  'sun-cloud-small': CloudSun,
  'moon-cloud-small': CloudMoon,
  'sun-cloud': CloudSun,
  'moon-cloud': CloudMoon,
  cloud: Cloud,
  fog: CloudFog,
  drizzle: CloudDrizzle,
  sleet: CloudHail,
  rain: CloudRain,
  showers: CloudSunRain,
  snow: CloudSnow,
  storm: CloudLightning,
  roof: Warehouse,
} satisfies Record<WeatherIcon, LucideIcon>

type Props = { row: Pick<RosterRow, 'weather_desc' | 'weather_temp_f' | 'weather_icon'> }

/** The weather at kickoff: a picture and the temperature, else in words. */
export function Weather({ row: { weather_desc: words, weather_temp_f: fahrenheit, weather_icon } }: Props) {
  if (words === null && fahrenheit === null) return null
  const Icon = ICONS[weather_icon ?? '']
  const isInWords = words !== null && (Icon === undefined || fahrenheit === null)
  return (
    <span className={styles['weather']} title={words ?? undefined}>
      {Icon === undefined ? null : <Icon size={16} aria-hidden="true" />}
      {words === null ? null : <span className={isInWords ? undefined : hidden['hidden']}>{words} </span>}
      {fahrenheit === null ? null : `${Math.round(fahrenheit)}°F`}
    </span>
  )
}
