/** The gallery of the kit, for whoever works on the window: `npm run dev`, then /gallery/ at the address it names. */
import { createApp } from 'vue'
import { AGE_OF } from '../src/kit/use-age-of.ts'
import { ageAt } from '../../shared/snapshot/freshness.ts'
import { CLOCK } from '../src/kit/use-clock.ts'
import '../src/app/styles/fonts.css'
import '../src/app/styles/tokens.css'
import '../src/app/styles/base.css'
import Gallery from './Gallery.vue'

createApp(Gallery)
  .provide(AGE_OF, (reading) => ageAt(reading, 0))
  .provide(CLOCK, {
    mono: () => performance.now(),
    wall: () => Date.now(),
    after(ms, task) {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    },
  })
  .mount('#app')
