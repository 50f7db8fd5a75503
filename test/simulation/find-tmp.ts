import { firstSeed } from './mutants/first-seed.ts';
import { MUTANTS } from './mutants/index.ts';
const [name, from, count] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const mutant = MUTANTS.find((each) => each.name === name);
if (!mutant) throw new Error('none');
console.log(name, from, await firstSeed(mutant, Array.from({ length: count }, (_, i) => from + i)));
