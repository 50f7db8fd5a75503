import { runInParallel } from './run-in-parallel.ts';
const [from = 0, seeds = 0, workers = 1] = process.argv.slice(2).map(Number);
let shown = 0; let last = 0;
await runInParallel({ seeds, from, workers }, (t) => {
  for (const f of t.failures.slice(shown)) console.log(JSON.stringify(f).slice(0, 900));
  shown = t.failures.length;
  if (Math.floor(t.seeds / 1000) > last) { last = Math.floor(t.seeds / 1000); console.log('done', t.seeds, new Date().toISOString()); }
  return t.failures.length > 200;
});
console.log('finished');
