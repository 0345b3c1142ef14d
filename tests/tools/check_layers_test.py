# SPDX-License-Identifier: BSL-1.0
"""tools/check_layers accepts includes of lower layers and reports all others."""

import unittest

from tree import TreeTest


class CheckLayers(TreeTest):
    def setUp(self):
        super().setUp()
        for layer in ("detail", "random", "value", "source", "gen", "interpret", "property", "adapter"):
            self.write(f"include/tali/{layer}/x.hpp", "#include <vector>\n")
        self.write("include/tali/version.hpp", "#include <string_view>\n")
        self.write("include/tali/tali.hpp", "#include <tali/property/x.hpp>\n#include <tali/gen/x.hpp>\n")
        self.write("src/gen/x.cpp", "#include <tali/gen/x.hpp>\n")

    def accepts(self):
        self.assert_passes("tools/check_layers", "--root", self.root)

    def refuses(self, text):
        self.assert_fails(text, "tools/check_layers", "--root", self.root)

    def test_downward_includes_pass(self):
        self.write("include/tali/gen/x.hpp", '#include <tali/source/x.hpp>\n#include "../random/x.hpp"\n'
                                             "#include <tali/detail/x.hpp>\n#include <tali/version.hpp>\n")
        self.write("include/tali/adapter/x.hpp", "#include <gtest/gtest.h>\n#include <tali/tali.hpp>\n")
        self.write("include/tali/property/x.hpp", "#include <sys/wait.h>\n#include <tali/interpret/x.hpp>\n")
        self.accepts()

    def test_upward_include_is_named_with_its_line(self):
        self.write("include/tali/source/x.hpp", "#include <vector>\n#include <tali/gen/x.hpp>\n")
        self.refuses("include/tali/source/x.hpp:2: 'source' includes tali/gen/x.hpp, but 'gen' is above it")

    def test_include_of_a_header_not_yet_there_counts(self):
        self.write("include/tali/source/x.hpp", "#include <tali/gen/absent.hpp>\n")
        self.refuses("'gen' is above it")

    def test_relative_upward_include(self):
        self.write("include/tali/random/x.hpp", '#  include "../source/x.hpp"\n')
        self.refuses("'source' is above it")

    def test_neighbours_do_not_know_each_other(self):
        self.write("include/tali/random/x.hpp", "#include <tali/value/x.hpp>\n")
        self.refuses("'value' is beside it")

    def test_detail_includes_no_layer(self):
        self.write("include/tali/detail/x.hpp", "#include <tali/random/x.hpp>\n")
        self.refuses("'random' is above it")

    def test_no_layer_includes_the_umbrella(self):
        self.write("include/tali/property/x.hpp", "#include <tali/tali.hpp>\n")
        self.refuses("include/tali/property/x.hpp:1")

    def test_umbrella_leaves_adapters_out(self):
        self.write("include/tali/tali.hpp", "#include <tali/adapter/x.hpp>\n")
        self.refuses("'adapter' is above it")

    def test_sources_follow_the_same_order(self):
        self.write("src/gen/x.cpp", "#include <tali/property/x.hpp>\n")
        self.refuses("src/gen/x.cpp:1: 'gen' includes")

    def test_private_headers_have_the_layer_of_their_folder(self):
        self.write("src/property/run.hpp", "")
        self.write("src/gen/x.cpp", '#include "property/run.hpp"\n')
        self.refuses("'property' is above it")

    def test_folders_of_the_runner_have_an_order(self):
        self.write("src/property/report/text.hpp", "")
        self.write("src/property/settings/x.cpp", '#include "property/report/text.hpp"\n')
        self.refuses("src/property/settings/x.cpp:1: 'property/settings' includes 'property/report', which is above it")

    def test_a_phase_is_above_the_failure_pipeline(self):
        self.write("src/property/phase/x.hpp", "")
        self.write("src/property/failure/x.cpp", '#include "property/phase/x.hpp"\n')
        self.refuses("'property/failure' includes 'property/phase', which is above it")

    def test_a_folder_of_the_runner_without_a_place(self):
        self.write("src/property/extra/x.hpp", "")
        self.write("src/property/run/x.cpp", '#include "property/extra/x.hpp"\n')
        self.refuses("'extra' has no place in the order of src/property")

    def test_the_runner_may_use_its_settings(self):
        self.write("src/property/settings/x.hpp", "")
        self.write("src/property/run/x.cpp", '#include "property/settings/x.hpp"\n')
        self.accepts()

    def test_public_header_cannot_reach_into_src(self):
        self.write("src/gen/secret.hpp", "")
        self.write("include/tali/gen/x.hpp", '#include "gen/secret.hpp"\n')
        self.refuses("from src/, which is not installed")

    def test_public_header_uses_no_other_library(self):
        self.write("include/tali/gen/x.hpp", "#include <fmt/format.h>\n")
        self.refuses("from another library")

    def test_sources_may_use_other_libraries(self):
        self.write("src/gen/x.cpp", "#include <fmt/format.h>\n#include <tali/gen/x.hpp>\n")
        self.accepts()

    def test_unknown_folder(self):
        self.write("include/tali/misc/x.hpp", "")
        self.refuses("'misc' has no place in the layer order")


if __name__ == "__main__":
    unittest.main()
